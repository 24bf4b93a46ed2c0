import { beginningsOf, type NextBeginning } from './beginnings.ts';
import { type Entry, type Reading, readToken } from './entry.ts';
import { findLanguage, type Language } from './languages.ts';
import { createLexicon } from './lexicon.ts';
import { queryWords } from './query-words.ts';
import { stretchesOf } from './stretches.ts';
import { tokenize } from './tokens.ts';
import type { QueryWord, Word, WordForm } from './word.ts';

/** Raised when the same text gives other words than before: indexes are made anew then. */
export const ANALYSIS = 1;

/** The analysis of one language: the same for texts and queries, and for every engine. */
export interface Analyzer {
  /** ISO 639-1. */
  readonly language: string;
  /** The words of a text in order; of compounds and identifiers first the whole and then the parts. */
  words(text: string): Word[];
  /**
   * The same for whoever looks for words that have a form or stem in common with some of `sought`, or begin with one of
   * theirs. In place of words that cannot, for their first letters, stands one without form and stem: most of the time goes
   * into finding words and looking them up.
   */
  wordsLike(sought: readonly WordForm[]): (text: string) => Word[];
  /** The first 50 words of a query in order, each once. Nothing is an operator. */
  query(text: string): QueryWord[];
}

const analyzers = new Map<string, Analyzer>();

/**
 * The analyzer of a language by its ISO 639-1 code (`pt-BR` is `pt`). Words of a language without a stemmer are searched
 * for as they are written. There is one for each language, which is kept.
 */
export function createAnalyzer(code: string): Analyzer {
  const language = findLanguage(code);
  const known = analyzers.get(language.code);
  if (known) return known;
  const analyzer = analyzerOf(language);
  analyzers.set(language.code, analyzer);
  return analyzer;
}

function analyzerOf(language: Language): Analyzer {
  const lexicon = createLexicon(language);
  const analyzer: Analyzer = {
    language: language.code,
    words: (text) => wordsOf(readText({ text, language, lexicon })),
    wordsLike(sought) {
      const { digraphs, stemEndings } = language;
      if (!stemEndings) return analyzer.words;
      const findBeginnings = beginningsOf(sought, { stemEndings, ...(digraphs && { digraphs }) });
      if (!findBeginnings) return analyzer.words;
      return (text) => wordsOf(readStretches({ text, language, lexicon }, findBeginnings(text)));
    },
    query: (text) => queryWords(readText({ text, language, lexicon }), text),
  };
  return analyzer;
}

function readText(reading: Reading): Entry[] {
  const entries: Entry[] = [];
  for (const token of tokenize(reading.text)) readToken(token, reading, entries);
  return entries;
}

function readStretches(reading: Reading, nextBeginning: NextBeginning): Entry[] {
  const entries: Entry[] = [];
  for (const { start, end, promising } of stretchesOf(reading.text, nextBeginning)) {
    if (!promising) entries.push({ word: { start, end, form: '', stem: '' }, parts: [] });
    else {
      const text = reading.text.slice(start, end);
      for (const token of tokenize(text, start)) readToken(token, reading, entries);
    }
  }
  return entries;
}

function wordsOf(entries: readonly Entry[]): Word[] {
  const words: Word[] = [];
  for (const { word, parts } of entries) words.push(word, ...parts);
  return words;
}
