import type { Analyzer } from '../analysis/analyzer.ts';
import type { SearchQuery, Word } from '../analysis/word.ts';
import { createMatcher, type Matcher } from './matcher.ts';
import { createFindSequence } from './sequences.ts';

export interface Mark {
  readonly start: number;
  readonly end: number;
  readonly answers: string;
}

export interface HighlightOptions {
  readonly analyzer: Analyzer;
  readonly query: SearchQuery;
  /** Forms or stems that the engine used instead of the query's. */
  readonly reported?: readonly string[];
  /** HTML elements to skip, e.g. `a` where link texts are addresses. */
  readonly leftOut?: readonly string[];
}

/** Finds marks in order and without overlaps; a whole word takes precedence over its parts. */
export type FindMarks = (words: readonly Word[]) => Mark[];

export function createFindMarks({ analyzer, query, reported = [] }: HighlightOptions): FindMarks {
  const matcher = createMatcher(
    query.words,
    reported.flatMap((word) => analyzer.words(word)),
  );
  const findSequence = createFindSequence(query.words);
  return (words) => {
    const answers = words.map(matcher);
    for (const index of words.keys()) {
      const found = findSequence(words, index);
      if (found) answers.fill(found.answers, index, index + found.length);
    }
    return marksOf(words, answers);
  };
}

function marksOf(words: readonly Word[], answers: readonly ReturnType<Matcher>[]): Mark[] {
  const marks: Mark[] = [];
  let marked = 0;
  for (const [index, { start, end }] of words.entries()) {
    const answered = answers[index];
    if (answered === undefined || start < marked) continue;
    marks.push({ start, end, answers: answered });
    marked = end;
  }
  return marks;
}
