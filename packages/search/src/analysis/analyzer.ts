import { beginningsOf } from './beginnings.ts';
import { type Entry, type Reading, readSingle, readToken, type Wanted } from './entry.ts';
import { createFolding } from './folding.ts';
import { findLanguage, type Language } from './languages.ts';
import { createLexicon, rememberingLexicon } from './lexicon.ts';
import { type Token, tokenize } from './tokens.ts';
import type { QueryWord, QuotedWord, SearchQuery, Word, WordForm } from './word.ts';

// A one-letter prefix would match almost everything, and so would many two-letter stems (`us` of uses).
const SHORTEST_PREFIX = 2;

const SHORTEST_STEM_AS_PREFIX = 3;

// In these scripts, one character is a word or most of it.
const SIGN =
  /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

// Typed queries are short; each word of a pasted text costs an index lookup.
const MOST_WORDS = 50;

// Straight, English, German and Swedish, and French quotation marks. A word before the mark makes it an inch or a slip.
const QUOTED = /(?<![\p{L}\p{N}])(?:"([^"]+)"|[“„”]([^“”„]+)[“”]|«([^«»]+)»)/gu;

/** Raise this when the words of any text change: all indexes are then rebuilt. */
export const ANALYSIS = 2;

/** The analysis of one language, shared by texts, queries and engines. */
export interface Analyzer {
  readonly language: string;
  /**
   * The words of a text in order; compounds and identifiers precede their parts. Words that begin otherwise than
   * `wanted` ones have empty forms, or are left out.
   */
  words(text: string, wanted?: Wanted): Word[];
  /** To read several texts for words that have one of these forms or stems. */
  wanted(forms: readonly string[], others?: Wanted['others']): Wanted;
  /** The same, each with its parts. */
  entries(text: string): Entry[];
  /** The first 50 distinct words of a query. There are no operators. */
  query(text: string): SearchQuery;
}

/** Each phrase is looked for in every document that has its rarest word. */
const MOST_PHRASES = 5;
const MOST_QUOTED = 20;

const analyzers = new Map<string, Analyzer>();

/** The cached analyzer for an ISO 639-1 code (`pt-BR` is `pt`). Without a stemmer, words match as written. */
export function createAnalyzer(code: string): Analyzer {
  const asWritten = analyzers.get(code);
  if (asWritten) return asWritten;
  const language = findLanguage(code);
  const known = analyzers.get(language.code);
  if (known) return known;
  const analyzer = analyzerOf(language);
  analyzers.set(language.code, analyzer);
  return analyzer;
}

function analyzerOf(language: Language): Analyzer {
  const folding = createFolding(language);
  const lexicon = createLexicon(language, folding);
  const read = (text: string) => readText({ text, language, lexicon });
  return {
    language: language.code,
    entries: (text) => read(text),
    words: (text, wanted) => readWords({ text, language, lexicon, ...wanted }),
    wanted: (forms, others = 'empty') => ({
      begins: beginningsOf(forms, { language, folding }),
      others,
      lexicon: rememberingLexicon(lexicon),
    }),
    query: (text) => ({
      text,
      words: queryWords(read(text), text),
      phrases: [...new Set(quotedIn(text))]
        .map((quoted) => read(quoted).map(quotedWord))
        .filter((words) => words.length > 0)
        .slice(0, MOST_PHRASES)
        .map((words) => words.slice(0, MOST_QUOTED)),
    }),
  };
}

/** An identifier stands as a whole. */
function quotedWord({ word, parts }: Entry): QuotedWord {
  const isCompound = parts.map(({ form }) => form).join('') === word.form;
  return { ...formOf(word), parts: isCompound ? parts.map(formOf) : [] };
}

function readText(reading: Reading): Entry[] {
  const entries: Entry[] = [];
  for (const token of tokensOf(reading)) readToken(token, reading, entries);
  return entries;
}

function readWords(reading: Reading): Word[] {
  const words: Word[] = [];
  for (const token of tokensOf(reading)) {
    if (token.parts.length === 0) {
      const word = readSingle(token, reading);
      if (word) words.push(word);
      continue;
    }
    const entries: Entry[] = [];
    readToken(token, reading, entries);
    for (const { word, parts } of entries) words.push(word, ...parts);
  }
  return words;
}

function tokensOf({ text, begins, others }: Reading): Token[] {
  return tokenize(text, others === 'left out' ? begins : undefined);
}

/** The texts in quotation marks; an unclosed one has none. */
export function quotedIn(text: string): string[] {
  return Array.from(
    text.matchAll(QUOTED),
    ([, straight, curly, angled]) => straight ?? curly ?? angled ?? '',
  );
}

/** The first distinct words of a query. The last one may be incomplete, even if punctuation follows. */
function queryWords(entries: readonly Entry[], text: string): QueryWord[] {
  const words = new Map<string, QueryWord>();
  for (const [index, { word, parts }] of entries.entries()) {
    if (words.size === MOST_WORDS) break;
    if (words.has(word.stem)) continue;
    const prefix = index === entries.length - 1 ? prefixOf(word) : undefined;
    words.set(word.stem, {
      typed: text.slice(word.start, word.end),
      ...formOf(word),
      parts: parts.map(formOf),
      ...(prefix === undefined ? {} : { prefix }),
    });
  }
  return [...words.values()];
}

function formOf({ form, stem, folded, lemmas }: Word): WordForm {
  return { form, stem, ...(folded !== undefined && { folded }), ...(lemmas && { lemmas }) };
}

/** The stem if the form begins with it, so that other inflections match; else what was typed. */
function prefixOf({ form, stem }: WordForm): string | undefined {
  const prefix = form.startsWith(stem) && stem.length >= SHORTEST_STEM_AS_PREFIX ? stem : form;
  return prefix.length >= SHORTEST_PREFIX || SIGN.test(prefix) ? prefix : undefined;
}
