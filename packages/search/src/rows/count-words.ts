import { decodeWords, readSpelling } from '../memory/indexed-words.ts';
import { wordKeys } from './word-keys.ts';

/** A document as it counts for its tenant. */
export interface CountedDocument {
  readonly hidden: boolean;
  /** As stored. */
  readonly words: Uint8Array;
}

/** By how much a tenant's counts change. */
export interface CountChanges {
  readonly visible: number;
  readonly visibleWords: number;
  readonly memory: number;
  readonly words: readonly WordChange[];
}

export interface WordChange {
  readonly spelling: string;
  readonly documents: number;
  readonly hidden: number;
}

/** Bytes of an index in memory for a document, each of its distinct words and each byte of their places. */
const DOCUMENT_BYTES = 200;
const TERM_BYTES = 9;

/** Longer spellings do not fit into an index of the database. */
const LONGEST_SPELLING = 2_000;

/** The differences when the documents of one list are replaced by those of another. */
export function countChanges(
  before: readonly CountedDocument[],
  after: readonly CountedDocument[],
): CountChanges {
  const words = new Map<string, { documents: number; hidden: number }>();
  const sums = { visible: 0, visibleWords: 0, memory: 0 };
  for (const document of before) add(document, -1);
  for (const document of after) add(document, 1);
  const changed = Array.from(words, ([spelling, counts]) => ({ spelling, ...counts }));
  const isCounted = ({ spelling, documents, hidden }: WordChange) =>
    (documents !== 0 || hidden !== 0) && Buffer.byteLength(spelling) <= LONGEST_SPELLING;
  return { ...sums, words: changed.filter(isCounted).sort(bySpelling) };

  function add({ hidden, words: stored }: CountedDocument, by: number): void {
    const { lengths, spellings, places } = decodeWords(stored);
    const distinct = spellings.length === 0 ? [] : Buffer.from(spellings).toString().split('\n');
    sums.memory += by * (DOCUMENT_BYTES + TERM_BYTES * distinct.length + places.length);
    if (!hidden) {
      sums.visible += by;
      sums.visibleWords += by * lengths.reduce((sum, length) => sum + length, 0);
    }
    for (const spelling of distinct) {
      const counts = words.get(spelling) ?? { documents: 0, hidden: 0 };
      words.set(spelling, counts);
      if (hidden) counts.hidden += by;
      else counts.documents += by;
    }
  }
}

/** The order in which all writers lock words. */
function bySpelling(some: WordChange, other: WordChange): number {
  return some.spelling < other.spelling ? -1 : 1;
}

/** Changes as parameters: spellings, documents, hidden documents. */
export function changeColumns(changes: readonly WordChange[]): [string[], number[], number[]] {
  return [
    changes.map(({ spelling }) => spelling),
    changes.map(({ documents }) => documents),
    changes.map(({ hidden }) => hidden),
  ];
}

/** The keys of new words, each as PostgreSQL writes an array: it has no lists of lists of different lengths. */
export function keyTexts(tenantId: number, changes: readonly WordChange[]): string[] {
  return changes.map(({ spelling }) => `{${wordKeys(tenantId, readSpelling(spelling)).join(',')}}`);
}
