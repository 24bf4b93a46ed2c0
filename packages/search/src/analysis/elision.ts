import type { Span } from './tokens.ts';

/**
 * A word without what its language writes before or behind it with an apostrophe (`l'été`, `toolkit's`). That is dropped
 * rather than made a word: with all words required, `l'été` would not find `les étés`.
 */
export function withoutElision<Stretch extends Span>(
  stretch: Stretch,
  text: string,
  elided: RegExp | undefined,
): Stretch {
  if (!elided) return stretch;
  const { start, end } = stretch;
  const written = text.slice(start, end);
  const found = elided.exec(written);
  const length = found?.[0].length ?? 0;
  if (!found || length === written.length) return stretch;
  return found.index === 0 ? { ...stretch, start: start + length } : { ...stretch, end: end - length };
}
