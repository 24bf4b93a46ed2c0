/** What an HTML parser takes for the start of a tag, comment or declaration. */
const TAG_OPENER = /<(?=[a-z/!?])/gi;

/**
 * Plain text as sent to clients. Existing ones paste it into HTML: a space after `<` keeps it from opening a tag and
 * reads the same elsewhere.
 */
export function neutralizeTags<Text extends string | null>(text: Text): string | Text {
  return text?.includes('<') ? text.replace(TAG_OPENER, '< ') : text;
}
