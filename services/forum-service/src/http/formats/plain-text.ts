/** What an HTML parser takes for the beginning of a tag, a comment or a declaration. */
const TAG_OPENER = /<(?=[a-z/!?])/gi;

/**
 * Plain text as it goes over the wire. Clients that exist paste it into HTML: with a space behind it a `<` opens
 * nothing there, and it still reads the same everywhere else.
 */
export function harmlessText<Text extends string | null>(text: Text): string | Text {
  return text?.includes('<') ? text.replace(TAG_OPENER, '< ') : text;
}
