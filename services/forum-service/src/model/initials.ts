const INITIALS = /^(?:[\p{L}\p{N}]{1,2}|\?)$/u;

/** Of the first and the last word of a name; a question mark stands for a name without letters. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/);
  const first = initialOf(words[0]);
  return (words.length > 1 ? first + initialOf(words.at(-1)) : first) || '?';
}

/** Whether a text can be what {@link initialsOf} gives: two characters at most, and none that means something in XML. */
export function areInitials(text: string): boolean {
  return INITIALS.test(text);
}

/** In upper case where that is one letter, too: ß and ligatures have several. */
function initialOf(word = ''): string {
  const letter = word.match(/[\p{L}\p{N}]/u)?.[0] ?? '';
  const upper = letter.toUpperCase();
  return upper.length === letter.length ? upper : letter;
}
