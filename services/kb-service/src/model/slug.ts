import { createHash } from 'node:crypto';

const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const MAX_LENGTH = 200;
const DIGEST_LENGTH = 12;

/** Sphinx has `genindex-_` beside `genindex`. */
const LONE_UNDERSCORE = /(?<=[-/])_(?![^-/])/g;

/** Letters that NFKD keeps, and signs that distinguish names (C, C++, C#). */
const FOLDED: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  ø: 'o',
  œ: 'oe',
  ð: 'd',
  đ: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  ŋ: 'n',
  ŧ: 't',
  '+': 'plus',
  '#': 'sharp',
  '&': ' and ',
  "'": '',
  '’': '',
};

/** The form of a slug, in words for people. */
export const SLUG_FORM = `words of a-z and 0-9 joined by "-", up to ${MAX_LENGTH} characters`;

/** A slug in a path, or undefined if it cannot be one. */
export function parseSlug(text = ''): string | undefined {
  return text.length <= MAX_LENGTH && SLUG.test(text) ? text : undefined;
}

/**
 * The slug of a name or path: letters folded (å → a), words joined by hyphens. Letters without a Latin form become
 * code points; over 200 characters the end becomes a digest. Empty without letters and digits.
 */
export function slugFrom(text: string): string {
  const folded = charactersOf(text).map(foldCharacter).join('');
  const slug = folded
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .join('-');
  return slug.length <= MAX_LENGTH ? slug : shorten(slug);
}

/** Whether its slug reads as it does: none of its letters would become a code point. */
export function hasLatinForm(text: string): boolean {
  return charactersOf(text).every((character) => foldToLatin(character) !== undefined);
}

function charactersOf(text: string): string[] {
  return Array.from(text.normalize('NFKD').toLowerCase().replace(LONE_UNDERSCORE, 'underscore'));
}

function foldCharacter(character: string): string {
  return foldToLatin(character) ?? `u${character.codePointAt(0)?.toString(16)}`;
}

/** Undefined for a letter that has no Latin form. */
function foldToLatin(character: string): string | undefined {
  if (/[a-z0-9]/.test(character)) return character;
  if (Object.hasOwn(FOLDED, character)) return FOLDED[character] ?? '';
  if (/[\u0300-\u036f]/.test(character)) return ''; // accents that NFKD has separated
  return /[\p{L}\p{M}\p{N}]/u.test(character) ? undefined : ' ';
}

function shorten(slug: string): string {
  const digest = createHash('sha256').update(slug).digest('hex').slice(0, DIGEST_LENGTH);
  const beginning = slug.slice(0, MAX_LENGTH - DIGEST_LENGTH - 1);
  return `${beginning.endsWith('-') ? beginning.slice(0, -1) : beginning}-${digest}`;
}
