import type { Analyzer } from '../analysis/analyzer.ts';
import { isFunctionWord } from '../analysis/function-words.ts';
import type { QueryWord, SearchQuery, Word, WordForm } from '../analysis/word.ts';
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
  /** Words that express the query in documents, other than its own inflections. */
  readonly otherWords?: readonly string[];
  /** HTML elements to skip, e.g. `a` where link texts are addresses. */
  readonly leftOut?: readonly string[];
}

export interface Marker {
  /** The words of a text. Those that cannot be marked are not read, which takes the most time. */
  words(text: string): Word[];
  /** The same, if possible without those that cannot be marked. */
  markable(text: string): Word[];
  /** Marks in order and without overlaps; a whole word takes precedence over its parts. */
  marks(words: readonly Word[]): Mark[];
}

export function createMarker({ analyzer, query, otherWords = [] }: HighlightOptions): Marker {
  const telling = query.words.filter(({ form }) => !isFunctionWord(analyzer, form));
  const words = telling.length > 0 ? telling : query.words;
  const others = otherWords.flatMap((word) => analyzer.words(word));
  const matcher = createMatcher(words, others);
  const findSequence = createFindSequence(words);
  const forms = [...words, ...others].flatMap(formsOf);
  const wanted = analyzer.wanted(forms);
  const wantedAlone = findSequence ? wanted : analyzer.wanted(forms, 'left out');
  return {
    words: (text) => analyzer.words(text, wanted),
    markable: (text) => analyzer.words(text, wantedAlone),
    marks(words) {
      const answers = words.map(matcher);
      for (let index = 0; findSequence && index < words.length; index += 1) {
        const found = findSequence(words, index);
        if (found) answers.fill(found.answers, index, index + found.length);
      }
      return marksOf(words, answers);
    },
  };
}

/** All that a word may be marked for. */
function formsOf({ form, stem, folded = stem, ...word }: Partial<QueryWord> & WordForm): string[] {
  const { prefix = form, parts = [] } = word;
  return [form, stem, folded, prefix, ...parts.map((part) => part.stem)];
}

function marksOf(words: readonly Word[], answers: readonly ReturnType<Matcher>[]): Mark[] {
  const marks: Mark[] = [];
  let marked = 0;
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index];
    const answered = answers[index];
    if (!word || answered === undefined || word.start < marked) continue;
    marks.push({ start: word.start, end: word.end, answers: answered });
    marked = word.end;
  }
  return marks;
}
