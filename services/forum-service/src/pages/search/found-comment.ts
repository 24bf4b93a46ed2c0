import type { Excerpt, Highlighter } from '@guidepost/search';

/** Excerpt of the first text that matches; undefined if none does. */
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
