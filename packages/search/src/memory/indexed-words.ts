import type { Analyzer } from '../analysis/analyzer.ts';
import type { WordForm } from '../analysis/word.ts';

/** The words of a document in order, each distinct one spelt once. */
export interface IndexedWords {
  /** Words in each field. */
  readonly lengths: readonly number[];
  /** Distinct words, most frequent first, as {@link spellWord} writes them. */
  readonly words: readonly string[];
  /** For each occurrence a varint: place in `words`, doubled, plus 1 if its parts follow. */
  readonly places: Uint8Array;
}

/** The same as it is stored. */
export interface StoredWords extends Omit<IndexedWords, 'words'> {
  /** In UTF-8, with line breaks in between. */
  readonly spellings: Uint8Array;
}

export const LINE_BREAK = 10;

/** `form⇥stem⇥folded⇥lemmas`, without what is as before: `form`, `form⇥stem`, `form⇥stem⇥⇥lemma lemma`. */
export function spellWord({ form, stem, folded, lemmas }: WordForm): string {
  if (lemmas) return `${form}\t${stem}\t${folded ?? ''}\t${lemmas.join(' ')}`;
  if (folded !== undefined) return `${form}\t${stem}\t${folded}`;
  return stem === form ? form : `${form}\t${stem}`;
}

export function readSpelling(spelling: string): WordForm {
  const [form = '', stem = form, folded = '', lemmas] = spelling.split('\t');
  return { form, stem, ...(folded !== '' && { folded }), ...(lemmas && { lemmas: lemmas.split(' ') }) };
}

/** Characters that are analysed in a step: some two milliseconds. */
const ANALYSED_AT_ONCE = 4_096;

/** Analyses a document's fields, in steps. Linear in their length. */
export function* indexedWords(
  fields: readonly string[],
  analyzer: Analyzer,
): Generator<void, IndexedWords, void> {
  const distinct = createDistinctWords();
  const counts: number[] = [];
  const lengths: number[] = [];
  /** Numbers of distinct words, doubled, plus 1 if parts follow. */
  const occurrences: number[] = [];
  for (const field of fields) {
    const before = occurrences.length;
    for (const piece of piecesOf(field)) {
      for (const { word, parts } of analyzer.entries(piece)) {
        add(word, parts.length > 0);
        for (const part of parts) add(part, false);
      }
      yield;
    }
    lengths.push(occurrences.length - before);
  }
  const order = mostFrequentFirst(counts);
  yield;
  const placeOf = new Uint32Array(order.length);
  for (const [place, number] of order.entries()) placeOf[number] = place;
  const words = order.map((number) => distinct.spellings[number] ?? '');
  yield;
  const places = varints(
    occurrences.map((occurrence) => (placeOf[occurrence >>> 1] ?? 0) * 2 + (occurrence & 1)),
  );
  return { lengths, words, places };

  function add(word: WordForm, isWhole: boolean): void {
    const number = distinct.numberOf(word);
    counts[number] = (counts[number] ?? 0) + 1;
    occurrences.push(number * 2 + (isWhole ? 1 : 0));
  }
}

/** By their forms, which have several stems only as identifiers: spelling every occurrence would take far longer. */
function createDistinctWords() {
  const byForm = new Map<string, { word: WordForm; number: number }[]>();
  const spellings: string[] = [];
  return {
    spellings,
    numberOf(word: WordForm): number {
      const same = byForm.get(word.form);
      const known = same?.find(({ word: other }) => isSameWord(word, other));
      if (known) return known.number;
      const number = spellings.push(spellWord(word)) - 1;
      if (same) same.push({ word, number });
      else byForm.set(word.form, [{ word, number }]);
      return number;
    },
  };
}

function isSameWord(some: WordForm, other: WordForm): boolean {
  if (some.stem !== other.stem || some.folded !== other.folded) return false;
  return some.lemmas === other.lemmas || some.lemmas?.join() === other.lemmas?.join();
}

/** No token has these characters. */
const SEPARATOR = /[ \t\r\n]/g;

/** A text in pieces of whole words. */
function* piecesOf(text: string): Generator<string, void> {
  let begin = 0;
  while (text.length - begin > ANALYSED_AT_ONCE) {
    SEPARATOR.lastIndex = begin + ANALYSED_AT_ONCE;
    const separator = SEPARATOR.exec(text);
    if (!separator) break;
    yield text.slice(begin, separator.index + 1);
    begin = separator.index + 1;
  }
  yield text.slice(begin);
}

/** Numbers by falling count; sorting them all would take longer than counting. */
function mostFrequentFirst(counts: readonly number[]): number[] {
  const numbers = Map.groupBy(counts.keys(), (number) => counts[number] ?? 0);
  return [...numbers.keys()].sort((some, other) => other - some).flatMap((count) => numbers.get(count) ?? []);
}

/** Lengths, the size of the spellings in bytes, the spellings in UTF-8, the places. */
export function encodeWords({ lengths, words, places }: IndexedWords): Buffer {
  const spellings = Buffer.from(words.join('\n'));
  return Buffer.concat([varints([lengths.length, ...lengths, spellings.length]), spellings, places]);
}

export function decodeWords(bytes: Uint8Array): StoredWords {
  const reader = { bytes, at: 0 };
  const lengths = Array.from({ length: readVarint(reader) }, () => readVarint(reader));
  const end = readVarint(reader) + reader.at;
  return { lengths, spellings: bytes.subarray(reader.at, end), places: bytes.subarray(end) };
}

export interface VarintReader {
  readonly bytes: Uint8Array;
  at: number;
}

/** LEB128, unsigned, up to 28 bits. */
export function readVarint(reader: VarintReader): number {
  const { bytes } = reader;
  let value = 0;
  for (let shift = 0; shift < 28; shift += 7) {
    const byte = bytes[reader.at] ?? 0;
    reader.at += 1;
    value |= (byte & 127) << shift;
    if (byte < 128) break;
  }
  return value;
}

function varints(values: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(values.length * 4);
  let length = 0;
  for (let value of values) {
    for (; value > 127; value >>>= 7) {
      bytes[length] = (value & 127) | 128;
      length += 1;
    }
    bytes[length] = value;
    length += 1;
  }
  return bytes.slice(0, length);
}

/** Weights of an occurrence in the title, in the second field (headings, or a post's text), and in others. */
const FIELD_WEIGHTS = [5, 2];

export function fieldWeight(field: number): number {
  return FIELD_WEIGHTS[field] ?? 1;
}
