/** Code points. */
const LONGEST_QUOTE = 2_000;

/** The paragraphs with which a text begins. */
export function quoteBeginning(text: string): string[] {
  const characters = Array.from(text);
  const beginning = characters.slice(0, LONGEST_QUOTE).join('');
  return (characters.length > LONGEST_QUOTE ? `${beginning.trimEnd()} …` : beginning).split(/\n+/);
}
