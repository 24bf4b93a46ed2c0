const SPACES_AND_CONTROLS = /[\s\p{Cc}]+/gu;

/**
 * A pattern, for the flag `u`, of a character that readers can see: no space, control, direction mark, filler, tag or
 * variation selector, nor one of the few that Unicode calls letters or symbols but fonts draw as a gap.
 */
export const VISIBLE_CHARACTER = String.raw`[^\p{White_Space}\p{Z}\p{Cc}\p{Cf}\p{Cs}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}\u2800\uFFFC\u{1D159}\u{13441}\u{13442}]`;

const VISIBLE = new RegExp(VISIBLE_CHARACTER, 'u');

/**
 * Characters that neither PostgreSQL, XML nor a page can show: controls, halves of characters and code points that
 * never are one.
 */
const UNPRINTABLE = /[[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]--[\n\t]]/gv;

export function isVisible(text: string): boolean {
  return VISIBLE.test(text);
}

/** Leaves out unprintable characters, but no line feeds and tabs. */
export function withoutUnprintable(text: string): string {
  return text.replace(UNPRINTABLE, '');
}

/**
 * Collapses runs of white space (no-break spaces and control characters, too) into one space, and trims. Empty if
 * nothing in the text is visible.
 */
export function foldWhiteSpace(text: string): string {
  return isVisible(text) ? text.replace(SPACES_AND_CONTROLS, ' ').trim() : '';
}

/** Characters (code points) of the name of a person, a tenant, a category, a tag or a key. */
export const LONGEST_NAME = 200;

/**
 * A name as it is stored: one line of 1 to {@link LONGEST_NAME} characters. Undefined for a text that is no such name.
 */
export function parseName(text: string): string | undefined {
  const name = foldWhiteSpace(text);
  const { length } = Array.from(name);
  return length >= 1 && length <= LONGEST_NAME && name.isWellFormed() ? name : undefined;
}
