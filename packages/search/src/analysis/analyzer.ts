import { type Entry, type Reading, readToken } from './entry.ts';
import { findLanguage, type Language } from './languages.ts';
import { createLexicon } from './lexicon.ts';
import { queryWords } from './query-words.ts';
import { tokenize } from './tokens.ts';
import type { SearchQuery, Word } from './word.ts';

/** Raised when the same text gives other words than before: indexes are made anew then. */
export const ANALYSIS = 1;

/** The analysis of one language: the same for texts and queries, and for every engine. */
export interface Analyzer {
  /** ISO 639-1. */
  readonly language: string;
  /** The words of a text in order; of compounds and identifiers first the whole and then the parts. */
  words(text: string): Word[];
  /** The first 50 words of a query in order, each once. Nothing is an operator. */
  query(text: string): SearchQuery;
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
  const read = (text: string) => readText({ text, language, lexicon });
  return {
    language: language.code,
    words: (text) => read(text).flatMap(({ word, parts }) => [word, ...parts]),
    query: (text) => ({ text, words: queryWords(read(text), text) }),
  };
}

function readText(reading: Reading): Entry[] {
  const entries: Entry[] = [];
  for (const token of tokenize(reading.text)) readToken(token, reading, entries);
  return entries;
}
