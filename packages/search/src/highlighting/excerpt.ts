import type { Word } from '../analysis/word.ts';
import { type Mark, type TextPart, textParts } from './marks.ts';

export interface Excerpt {
  readonly parts: readonly TextPart[];
  /** Whether text is omitted before and after it. */
  readonly cutBefore: boolean;
  readonly cutAfter: boolean;
}

/** Lengths are in UTF-16 units. */
export interface ExcerptSource {
  readonly text: string;
  readonly words: readonly Word[];
  readonly marks: readonly Mark[];
  readonly length: number;
}

interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** The excerpt with the most query words, cut between words where possible; without marks, the beginning. */
export function excerptOf(source: ExcerptSource): Excerpt {
  const { text, marks, length } = source;
  const best = bestStretch(marks, length);
  const room = roomAround(best, source);
  const start = room.start === 0 ? 0 : Math.min(nextStart(source.words, room.start), best.start);
  const limit = Math.min(text.length, start + length);
  const end = limit === text.length ? limit : endWithin(source, limit, best);
  return { parts: textParts(text, marks, start, end), cutBefore: start > 0, cutAfter: end < text.length };
}

function roomAround({ start, end }: Stretch, { text, length }: ExcerptSource): Stretch {
  const before = Math.max(0, Math.floor((length - (end - start)) / 2));
  const from = Math.max(0, Math.min(start - before, text.length - length));
  return { start: from, end: from + length };
}

/** Skips parts of words. */
function nextStart(words: readonly Word[], from: number): number {
  return outermost(words).find(({ start }) => start >= from)?.start ?? Number.POSITIVE_INFINITY;
}

function endWithin({ text, words }: ExcerptSource, limit: number, best: Stretch): number {
  const last = outermost(words).findLast(({ end }) => end <= limit)?.end ?? 0;
  const end = Math.max(last, best.end);
  if (end > best.start && end <= limit) return end;
  const splitsPair = /[\uD800-\uDBFF]/.test(text.charAt(limit - 1));
  return splitsPair ? limit - 1 : limit;
}

/** Without parts of identifiers, which are not split. */
function outermost(words: readonly Word[]): Word[] {
  let covered = 0;
  return words.filter(({ start, end }) => {
    const isPart = start < covered;
    covered = Math.max(covered, end);
    return !isPart;
  });
}

/** The marks within `length` that cover the most query words; then the most marks, then the first. */
function bestStretch(marks: readonly Mark[], length: number): Stretch {
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
