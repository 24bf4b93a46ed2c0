import { createHash } from 'node:crypto';

/** Meilisearch's limit is 250 bytes; texts and queries are truncated alike. */
const LONGEST = 240;

/** `z` escapes all other characters, as this many digits. */
const DIGITS = 4;

/**
 * Encodes a word as lower-case letters and digits, so that Meilisearch neither splits nor folds it (`å`,
 * `pg_stat_activity`). Prefixes are preserved.
 */
function encode(word: string): string {
  let token = '';
  for (const character of word) token += /[a-y0-9]/.test(character) ? character : spellOut(character);
  return token;
}

function spellOut(character: string): string {
  return `z${(character.codePointAt(0) ?? 0).toString(36).padStart(DIGITS, '0')}`;
}

export function stemToken(stem: string): string {
  return `s${encode(stem)}`.slice(0, LONGEST);
}

export function formToken(form: string): string {
  return `f${encode(form)}`.slice(0, LONGEST);
}

/** The token of a facet value; long ones are hashed to stay distinct. */
export function facetToken(name: string, value: number | string): string {
  const token = encode(`${name}:${value}`);
  return token.length <= LONGEST ? token : createHash('sha256').update(token).digest('hex');
}
