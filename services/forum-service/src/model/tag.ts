/**
 * What two spellings of a tag have in common: NFC and full case folding (Unicode §3.13, toCasefold). JavaScript has no
 * such folding; upper case and back comes to the same, but for the Turkish ı and the sigma that ends a word.
 */
export function foldTagName(name: string): string {
  const folded = name.normalize('NFC').replace(/[^ı]+/gu, (part) => part.toUpperCase().toLowerCase());
  return folded.replaceAll('ς', 'σ').normalize('NFC');
}

/** The tags in a list with commas between them, each in the spelling that comes first, by its folded name; empty ones are none. */
export function readTags(list: string): Map<string, string> {
  const tags = new Map<string, string>();
  for (const name of list.split(',').map((part) => part.trim())) {
    const folded = foldTagName(name);
    if (name !== '' && !tags.has(folded)) tags.set(folded, name);
  }
  return tags;
}

/** The folded names of the tags in such a list. */
export function readFoldedTags(list: string): string[] {
  return [...readTags(list).keys()];
}

/** A tag as statements read it. */
export interface TagRow {
  name: string;
  /** Visible ones that carry it. */
  dialogs: number;
  is_public: boolean;
}
