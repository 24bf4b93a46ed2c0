import { type QueryWord, stemsOf, type WordForm } from '../analysis/word.ts';

/** Quotes a lexeme for `tsquery` and `tsvector`. */
export function quoteLexeme(lexeme: string): string {
  return `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}

/** Distinguishes word forms from stems; it occurs in no word. */
const FORM = '=';

export function formLexeme(form: string): string {
  return `${FORM}${form}`;
}

/** Matches a word in any form, an identifier also as a sequence of its parts: a `tsquery`. */
function wordQuery(word: QueryWord): string {
  const alternatives = stemsOf(word).map(quoteLexeme);
  if (word.prefix !== undefined) {
    alternatives.push(`${quoteLexeme(word.prefix)}:*`, `${quoteLexeme(formLexeme(word.prefix))}:*`);
  }
  if (word.parts.length > 0) alternatives.push(sequence(word.parts.map(({ stem }) => quoteLexeme(stem))));
  return `(${alternatives.join(' | ')})`;
}

export function allWordsQuery(words: readonly QueryWord[]): string {
  return words.map(wordQuery).join(' & ');
}

export function stemQuery({ stem }: QueryWord): string {
  return quoteLexeme(stem);
}

export function formQuery({ form }: QueryWord): string {
  return quoteLexeme(formLexeme(form));
}

/** Matches prefixes, parts and folded letters, for ranking; undefined if there are none. */
export function looserQuery({ folded, prefix, parts }: QueryWord): string | undefined {
  const alternatives: string[] = [];
  if (folded !== undefined) alternatives.push(quoteLexeme(folded));
  // A stem with this prefix has a form with it, which would count twice.
  if (prefix !== undefined) alternatives.push(`${quoteLexeme(formLexeme(prefix))}:*`);
  if (parts.length > 0) alternatives.push(sequence(parts.map(({ stem }) => quoteLexeme(stem))));
  return alternatives.length === 0 ? undefined : alternatives.join(' | ');
}

/** Undefined without words. */
export function anyStemQuery(words: readonly WordForm[]): string | undefined {
  return words.length === 0 ? undefined : words.map(({ stem }) => quoteLexeme(stem)).join(' | ');
}

function sequence(lexemes: string[]): string {
  return `(${lexemes.join(' <-> ')})`;
}
