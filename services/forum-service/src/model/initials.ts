const INITIALS = /^(?:[\p{L}\p{N}]{1,2}|\?)$/u;

/** Of the first and last word of a name; a question mark if the name has no letters. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/);
  const first = initialOf(words[0]);
  return (words.length > 1 ? first + initialOf(words.at(-1)) : first) || '?';
}

/** Whether a text can be a result of {@link initialsOf}: at most two characters, none special in XML. */
export function areInitials(text: string): boolean {
  return INITIALS.test(text);
}

/** Upper case if that is a single letter; ß and ligatures have several. */
function initialOf(word = ''): string {
  const letter = word.match(/[\p{L}\p{N}]/u)?.[0] ?? '';
  const upper = letter.toUpperCase();
  return upper.length === letter.length ? upper : letter;
}
