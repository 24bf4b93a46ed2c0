import { createHash } from 'node:crypto';

/** Meilisearch knows no longer words (250 bytes); longer ones are cut alike in texts and queries. */
const LONGEST = 240;

/** `z` begins what stands for all other characters, of which this is as much as the highest needs. */
const DIGITS = 4;

/**
 * A word as Meilisearch takes it: small letters and digits alone, so that it neither takes it apart nor changes it (it
 * would make `a` of `å`, and three words of `pg_stat_activity`). Of two words, one begins with the other when their
 * tokens do.
 */
function encode(word: string): string {
  let token = '';
  for (const character of word) token += /[a-y0-9]/.test(character) ? character : spellOut(character);
  return token;
}

function spellOut(character: string): string {
  return `z${(character.codePointAt(0) ?? 0).toString(36).padStart(DIGITS, '0')}`;
}

/** The token of a stem. */
export function stemToken(stem: string): string {
  return `s${encode(stem)}`.slice(0, LONGEST);
}

/** The token of a word in the very form that stands in the text. */
export function formToken(form: string): string {
  return `f${encode(form)}`.slice(0, LONGEST);
}

/** The token of what a search can be narrowed to; unlike a word, a long one is another than each other long one. */
export function facetToken(name: string, value: number | string): string {
  const token = encode(`${name}:${value}`);
  return token.length <= LONGEST ? token : createHash('sha256').update(token).digest('hex');
}
