/** `#0a7d5c`, `#abc`, in any case, with or without its sign, which shells take for a comment. */
export const ACCENT_COLOR = /^#?([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})$/;

/** A colour as it is stored, `#rrggbb` in lower case, or undefined when it is none. */
export function parseAccentColor(text: string): string | undefined {
  const [, digits] = ACCENT_COLOR.exec(text) ?? [];
  if (digits === undefined) return undefined;
  const pairs = digits.length === 3 ? digits.replace(/./g, '$&$&') : digits;
  return `#${pairs.toLowerCase()}`;
}
