import type { TimeSlice } from '@guidepost/service-kit';
import type { Analyzer } from '../analysis/analyzer.ts';
import type { Synonyms } from '../synonyms/synonyms.ts';
import type { KnownWords, Term } from './known-words.ts';

/** A way to express a concept: its terms, each worth as much as the weight says. */
export type Expressions = Map<Term, number>;

/** Words that express a concept only in this order, each in any of its forms. */
export interface Phrase {
  readonly words: readonly (readonly Term[])[];
  readonly weight: number;
}

/** A word of the query, and what documents may have in its place. */
export interface Concept {
  readonly typed: string;
  /** How much a document that has it is about the query; see {@link informationOf}. */
  readonly information: number;
  readonly expressions: Expressions;
  readonly phrases: readonly Phrase[];
  readonly isRequired: boolean;
  /** False for a function word. */
  readonly isTelling: boolean;
  /** Whether documents with this concept alone are results; others only rank higher with it. */
  readonly finds: boolean;
}

/** The weight of each way to express a word. */
export const WORTH = {
  exact: 1,
  stem: 0.85,
  phrase: 0.9,
  corrected: 0.7,
  synonym: 0.5,
  part: 0.5,
  compound: 0.35,
  folded: 0.3,
  completed: 0.25,
};

/** The language and the vocabulary of a tenant, which give the words of a query their meaning. */
export interface TenantWords {
  readonly analyzer: Analyzer;
  readonly vocabulary: KnownWords;
  /** Documents that everyone may find. */
  readonly documents: number;
  /** Whether words of hidden documents count as known. */
  readonly hiddenToo: boolean;
  /** Whether they may be what an unknown word means. */
  readonly hiddenWords: boolean;
  readonly synonyms: Synonyms;
  /** Looking up a word may read much of a large vocabulary. */
  readonly slice: TimeSlice;
}

function isKnown(term: Term, { vocabulary, hiddenToo }: TenantWords): boolean {
  return vocabulary.documentsOf(term) > 0 || (hiddenToo && vocabulary.isHeld(term));
}

export function isAnyKnown(terms: Iterable<Term>, sources: TenantWords): boolean {
  for (const term of terms) if (isKnown(term, sources)) return true;
  return false;
}

/** Below 1, since the rarest word of a question often is not what it is about (`my screen suddenly flickers`). */
export const RARITY = 0.8;

/** The information of meeting what this many of all documents have: BM25's in nats, never negative, dampened. */
export function informationOf(having: number, documents: number): number {
  const bounded = Math.min(having, documents);
  return Math.log(1 + (documents - bounded + 0.5) / (bounded + 0.5)) ** RARITY;
}

/** How much a document's length reduces the weight of its words; 0 would not at all. */
const LENGTH_MATTERS = 0.4;

/** By which occurrences in a document of this many words are divided. */
export function lengthShare(words: number, average: number): number {
  return 1 - LENGTH_MATTERS + (LENGTH_MATTERS * words) / average;
}

/** Occurrences after which a further one adds half as much (k1 of BM25). */
const SATURATION = 1.2;

/** The score of occurrences in a document of this length, as `lengthShare` gives it: from 0 to 2.2. */
export function saturate(weight: number, length = 1): number {
  return (weight * (SATURATION + 1)) / (weight + SATURATION * length);
}
