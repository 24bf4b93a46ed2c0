import type { Correction } from '../port/search-index.ts';

/** A query as it was probably meant; undefined without corrections. */
export function correctedQuery(text: string, corrections: readonly Correction[]): string | undefined {
  if (corrections.length === 0) return undefined;
  return corrections.reduce((query, { typed, meant }) => query.replace(wholeWord(typed), () => meant), text);
}

/** Not within another word. */
function wholeWord(word: string): RegExp {
  const literal = word.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
  return new RegExp(String.raw`(?<![\p{L}\p{N}])${literal}(?![\p{L}\p{N}])`, 'u');
}
