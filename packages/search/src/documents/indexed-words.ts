import type { Analyzer } from '../analysis/analyzer.ts';
import type { Word, WordForm } from '../analysis/word.ts';

/** The words of a document in order, each distinct one spelt once. */
export interface IndexedWords {
  /** Words in each field. */
  readonly lengths: readonly number[];
  /** Distinct words, most frequent first, as {@link spellWord} writes them. */
  readonly words: readonly string[];
  /** For each occurrence a varint: place in `words`, doubled, plus 1 if its parts follow. */
  readonly places: Uint8Array;
}

/** `form`, or `form⇥stem`, or `form⇥stem⇥folded`. */
export function spellWord({ form, stem, folded }: WordForm): string {
  if (folded !== undefined) return `${form}\t${stem}\t${folded}`;
  return stem === form ? form : `${form}\t${stem}`;
}

export function readSpelling(spelling: string): WordForm {
  const [form = '', stem = form, folded] = spelling.split('\t');
  return folded === undefined ? { form, stem } : { form, stem, folded };
}

/** Analyses a document's fields. Linear in their length. */
export function indexedWords(fields: readonly string[], analyzer: Analyzer): IndexedWords {
  const distinct = createDistinctWords();
  const lengths: number[] = [];
  const occurrences: DistinctWord[] = [];
  const wholes: boolean[] = [];
  for (const field of fields) {
    const before = occurrences.length;
    for (const { word, parts } of analyzer.entries(field)) {
      add(word, parts.length > 0);
      for (const part of parts) add(part, false);
    }
    lengths.push(occurrences.length - before);
  }
  const words = distinct.mostFrequentFirst().map(({ word }) => spellWord(word));
  const places = varints(occurrences.map(({ place }, index) => place * 2 + (wholes[index] ? 1 : 0)));
  return { lengths, words, places };

  function add(word: Word, isWhole: boolean): void {
    const one = distinct.of(word);
    one.count += 1;
    occurrences.push(one);
    wholes.push(isWhole);
  }
}

interface DistinctWord {
  readonly word: WordForm;
  count: number;
  place: number;
}

/** By their forms, which differ in stem only for identifiers: spelling each occurrence would take half of the time. */
function createDistinctWords() {
  const byForm = new Map<string, DistinctWord[]>();
  return {
    of({ form, stem, folded }: WordForm): DistinctWord {
      const same = byForm.get(form);
      const known = same?.find(({ word }) => word.stem === stem && word.folded === folded);
      if (known) return known;
      const word = folded === undefined ? { form, stem } : { form, stem, folded };
      const added = { word, count: 0, place: 0 };
      if (same) same.push(added);
      else byForm.set(form, [added]);
      return added;
    },
    mostFrequentFirst(): DistinctWord[] {
      const sorted = [...byForm.values()].flat().sort((some, other) => other.count - some.count);
      for (const [place, word] of sorted.entries()) word.place = place;
      return sorted;
    },
  };
}

/** Lengths, the size of the spellings in bytes, the spellings in UTF-8, the places. */
export function encodeWords({ lengths, words, places }: IndexedWords): Buffer {
  const spellings = Buffer.from(words.join('\n'));
  return Buffer.concat([varints([lengths.length, ...lengths, spellings.length]), spellings, places]);
}

export function decodeWords(bytes: Buffer): IndexedWords {
  const reader = { bytes, at: 0 };
  const lengths = Array.from({ length: readVarint(reader) }, () => readVarint(reader));
  const end = readVarint(reader) + reader.at;
  const spellings = bytes.toString('utf8', reader.at, end);
  return { lengths, words: spellings === '' ? [] : spellings.split('\n'), places: bytes.subarray(end) };
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
