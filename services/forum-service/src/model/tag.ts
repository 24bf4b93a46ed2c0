import { isVisible } from '@guidepost/service-kit';

/**
 * Normalizes a tag: NFC and full case folding (Unicode §3.13, toCasefold). JavaScript lacks it; upper case and back is
 * equivalent except for Turkish ı and final sigma.
 */
export function foldTagName(name: string): string {
  const folded = name.normalize('NFC').replace(/[^ı]+/gu, (part) => part.toUpperCase().toLowerCase());
  return folded.replaceAll('ς', 'σ').normalize('NFC');
}

/** Parses a comma-separated list of tags into their first spellings by folded name, without empty ones. */
export function readTags(list: string): Map<string, string> {
  const tags = new Map<string, string>();
  for (const name of list.split(',').map((part) => part.trim())) {
    const folded = foldTagName(name);
    if (isVisible(name) && !tags.has(folded)) tags.set(folded, name);
  }
  return tags;
}

/** The folded names in such a list. */
export function readFoldedTags(list: string): string[] {
  return [...readTags(list).keys()];
}

export interface TagRow {
  name: string;
  dialogs: number;
  is_public: boolean;
}
