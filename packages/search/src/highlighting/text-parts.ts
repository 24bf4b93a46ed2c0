import type { Mark } from './marks.ts';

export interface TextPart {
  readonly text: string;
  readonly marked: boolean;
}

/** The parts from `start` to `end`; marks are clipped. */
export function textParts(text: string, marks: readonly Mark[], start = 0, end = text.length): TextPart[] {
  const parts: TextPart[] = [];
  let position = start;
  const add = (to: number, marked: boolean) => {
    if (to > position) parts.push({ text: text.slice(position, to), marked });
    position = Math.max(position, to);
  };
  for (const mark of marks) {
    if (mark.end <= start || mark.start >= end) continue;
    add(mark.start, false);
    add(Math.min(mark.end, end), true);
  }
  add(end, false);
  return parts;
}
