import type { Analyzer } from '../analysis/analyzer.ts';
import { isFunctionWord } from '../analysis/function-words.ts';
import type { QueryWord, SearchQuery, Word, WordForm } from '../analysis/word.ts';

interface Sequence {
  readonly answers: string;
  readonly stems: readonly string[];
}

/** Matches a query's compound or identifier that the text spells as separate words. */
type FindSequence = (words: readonly Word[], from: number) => Found | undefined;

interface Found {
  readonly answers: string;
  readonly length: number;
}

/** The stem of the query word that a word matches; undefined if none. */
type Matcher = (word: Word) => string | undefined;

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

/**
 * Words match by stem (folded or not), by the last query word's prefix, or as inflections of `otherWords`.
 */
export function createMatcher(query: readonly QueryWord[], otherWords: readonly WordForm[] = []): Matcher {
  const found = [...query, ...otherWords];
  const stems = new Set([...found.map(({ stem }) => stem), ...otherWords.map(({ form }) => form)]);
  const folded = new Map(found.map(({ stem, folded: loose = stem }) => [loose, stem]));
  const begun = query.at(-1);

  return (word) => {
    // Words that cannot match are unread.
    if (word.form === '') return undefined;
    if (stems.has(word.stem)) return word.stem;
    const answered = folded.get(word.folded ?? word.stem);
    if (answered !== undefined) return answered;
    if (begun?.prefix !== undefined && beginsWith(word, begun.prefix)) return begun.stem;
    return stems.has(word.form) ? word.form : undefined;
  };
}

function beginsWith({ form, stem, folded }: Word, prefix: string): boolean {
  return form.startsWith(prefix) || stem.startsWith(prefix) || folded?.startsWith(prefix) === true;
}

/** Finds `plug in` for `plug-in`; parts alone do not match: not every 2 for `10.4.2`. Undefined without any to find. */
function createFindSequence(query: readonly QueryWord[]): FindSequence | undefined {
  const byFirst = Map.groupBy(query.flatMap(sequenceOf), ({ stems }) => stems[0]);
  if (byFirst.size === 0) return undefined;
  return (words, from) => {
    const candidates = byFirst.get(words[from]?.stem);
    const found = candidates?.find(({ stems }) =>
      stems.every((stem, index) => words[from + index]?.stem === stem),
    );
    return found && { answers: found.answers, length: found.stems.length };
  };
}

function sequenceOf({ stem, parts }: QueryWord): Sequence[] {
  return parts.length > 1 ? [{ answers: stem, stems: parts.map((part) => part.stem) }] : [];
}

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
