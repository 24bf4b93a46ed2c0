/** `#0a7d5c` or `#abc` in any case; the `#` is optional, since shells take it for a comment. */
export const ACCENT_COLOR = /^#?([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})$/;

/** A colour as stored, lower-case `#rrggbb`; undefined if it is invalid. */
export function parseAccentColor(text: string): string | undefined {
  const [, digits] = ACCENT_COLOR.exec(text) ?? [];
  if (digits === undefined) return undefined;
  const pairs = digits.length === 3 ? digits.replace(/./g, '$&$&') : digits;
  return `#${pairs.toLowerCase()}`;
}
