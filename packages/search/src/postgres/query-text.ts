import { type QueryWord, stemsOf, type WordForm } from '../analysis/word.ts';

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
function wordQuery(word: QueryWord): string {
  const alternatives = stemsOf(word).map(quoteLexeme);
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

/** Finds a word in the forms that share its stem. */
export function stemQuery({ stem }: QueryWord): string {
  return quoteLexeme(stem);
}

/** Finds a word in the very form that was typed. */
export function formQuery({ form }: QueryWord): string {
  return quoteLexeme(formLexeme(form));
}

/** Finds what a word begins, is made of or is with other letters, for ranking; undefined when there is no such way. */
export function looserQuery({ folded, prefix, parts }: QueryWord): string | undefined {
  const alternatives: string[] = [];
  if (folded !== undefined) alternatives.push(quoteLexeme(folded));
  // Forms are enough: where a stem begins like that, its form does, and each place would count twice.
  if (prefix !== undefined) alternatives.push(`${quoteLexeme(formLexeme(prefix))}:*`);
  if (parts.length > 0) alternatives.push(sequence(parts.map(({ stem }) => quoteLexeme(stem))));
  return alternatives.length === 0 ? undefined : alternatives.join(' | ');
}

/** Finds any of these words; undefined when there are none. */
export function anyStemQuery(words: readonly WordForm[]): string | undefined {
  return words.length === 0 ? undefined : words.map(({ stem }) => quoteLexeme(stem)).join(' | ');
}

function sequence(lexemes: string[]): string {
  return `(${lexemes.join(' <-> ')})`;
}
