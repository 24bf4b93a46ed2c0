import type { Span } from './tokens.ts';

/** Strips elided parts (`l'été`, `toolkit's`): since all words are required, `l'été` would not find `les étés`. */
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
