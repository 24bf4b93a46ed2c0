/**
 * What two spellings of a tag have in common: NFC and full case folding (Unicode §3.13, toCasefold). JavaScript has no
 * such folding; upper case and back comes to the same, but for the Turkish ı and the sigma that ends a word.
 */
export function foldTagName(name: string): string {
  const folded = name.normalize('NFC').replace(/[^ı]+/gu, (part) => part.toUpperCase().toLowerCase());
  return folded.replaceAll('ς', 'σ').normalize('NFC');
}

/** The names in a list with commas between them, folded, each once; empty ones are none. */
export function readFoldedTags(text: string): string[] {
  const names = text.split(',').map((name) => foldTagName(name.trim()));
  return [...new Set(names)].filter((name) => name !== '');
}
