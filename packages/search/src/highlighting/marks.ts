import type { Analyzer } from '../analysis/analyzer.ts';
import type { SearchQuery, Word } from '../analysis/word.ts';
import { createMatcher, type Matcher } from './matcher.ts';
import { createFindSequence } from './sequences.ts';

/** A stretch of a text to be marked, in UTF-16 units. */
export interface Mark {
  readonly start: number;
  readonly end: number;
  /** The word of the query that it answers, by its stem. */
  readonly answers: string;
}

/** What was asked for, and what the engine made of it. */
export interface HighlightOptions {
  readonly analyzer: Analyzer;
  readonly query: SearchQuery;
  /** Forms or stems that the engine found instead of what was typed. */
  readonly reported?: readonly string[];
  /** Elements of HTML in which nothing is marked, e.g. `a` where the text of links is their address. */
  readonly leftOut?: readonly string[];
}

/** The marks for some words of a text: in order, none over another; a whole wins over its parts. */
export type FindMarks = (words: readonly Word[]) => Mark[];

/** What finds the marks of a search. */
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
