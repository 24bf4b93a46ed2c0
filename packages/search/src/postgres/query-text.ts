import type { QueryWord } from '../analysis/word.ts';

/** A lexeme as PostgreSQL's `tsquery` and `tsvector` write it. */
export function quoteLexeme(lexeme: string): string {
  return `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}

/** Marks a word as it stands in a text, apart from the stems; no word has the sign in it. */
const FORM = '=';

/** The lexeme of a word in the very form that stands in the text. */
export function formLexeme(form: string): string {
  return `${FORM}${form}`;
}

/** Finds a word in any of its forms, an identifier also by the sequence of its parts: a `tsquery`. */
export function wordQuery(word: QueryWord): string {
  const alternatives = lexemesOf(word).map(quoteLexeme);
  if (word.prefix !== undefined) {
    alternatives.push(`${quoteLexeme(word.prefix)}:*`, `${quoteLexeme(formLexeme(word.prefix))}:*`);
  }
  if (word.parts.length > 0) alternatives.push(sequence(word.parts.map(({ stem }) => quoteLexeme(stem))));
  return `(${alternatives.join(' | ')})`;
}

/** Finds every word of a query. */
export function allWordsQuery(words: readonly QueryWord[]): string {
  return words.map(wordQuery).join(' & ');
}

/** Ranks by a word: documents with the very form that was typed hold two of these lexemes, others one. */
export function rankQuery({ form, stem }: QueryWord): string {
  return `${quoteLexeme(stem)} | ${quoteLexeme(formLexeme(form))}`;
}

/** Two words of a query, one after the other. */
export function pairQuery(first: QueryWord, second: QueryWord): string {
  return sequence([quoteLexeme(first.stem), quoteLexeme(second.stem)]);
}

/** What a word may be filed under as a whole. */
export function lexemesOf({ stem, folded }: QueryWord): string[] {
  return folded === undefined ? [stem] : [stem, folded];
}

function sequence(lexemes: string[]): string {
  return `(${lexemes.join(' <-> ')})`;
}
