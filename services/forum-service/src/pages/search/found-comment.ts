import type { Excerpt, Highlighter } from '@guidepost/search';

/** Of the first text that has something of what was searched for; undefined when none has. */
export function excerptOfFirst(
  texts: readonly string[],
  { excerpt }: Pick<Highlighter, 'excerpt'>,
  length: number,
): Excerpt | undefined {
  for (const text of texts) {
    const found = excerpt(text.replace(/\s+/g, ' '), length);
    if (hasMark(found.parts)) return found;
  }
  return undefined;
}

export function hasMark(parts: Excerpt['parts']): boolean {
  return parts.some(({ marked }) => marked);
}
