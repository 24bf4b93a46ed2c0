import type { Mark } from './marks.ts';

/** A part of a text, in UTF-16 units. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** The marks within `length` that answer the most words of the query; then the most marks, then the first. */
export function bestStretch(marks: readonly Mark[], length: number): Stretch {
  const answered = new Map<string, number>();
  let best = { start: 0, end: 0, words: 0, marks: 0 };
  let first = 0;
  for (const [last, mark] of marks.entries()) {
    count(answered, mark, 1);
    while (first < last && mark.end - startOf(marks, first) > length) {
      count(answered, marks[first] ?? mark, -1);
      first += 1;
    }
    const found = {
      start: startOf(marks, first),
      end: mark.end,
      words: answered.size,
      marks: last - first + 1,
    };
    if (found.words > best.words || (found.words === best.words && found.marks > best.marks)) best = found;
  }
  return { start: best.start, end: best.end };
}

function startOf(marks: readonly Mark[], index: number): number {
  return marks[index]?.start ?? 0;
}

function count(answered: Map<string, number>, { answers }: Mark, by: number): void {
  const times = (answered.get(answers) ?? 0) + by;
  if (times > 0) answered.set(answers, times);
  else answered.delete(answers);
}
