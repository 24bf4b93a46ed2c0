import { startTimeSlice, type TimeSlice } from '@guidepost/service-kit';
import type { SearchQuery } from '../analysis/word.ts';
import type { IndexedDocument, TenantIndex } from '../memory/tenant-index.ts';
import {
  isComparable,
  nearestCosine,
  type PassageVectors,
  type QueryVector,
} from '../vectors/passage-vectors.ts';
import type { TenantVectors } from '../vectors/tenant-vectors.ts';

/** How near documents are to what a query means. */
export interface Meaning {
  /** The worth of full likeness, where the best of words is worth 1. */
  readonly weight: number;
  /** 0 for an average document or one without vectors, 1 for a passage that says the same; may be negative. */
  likeness(document: IndexedDocument): number;
  /** The documents that are most alike and have at least this likeness. @param accepts by ID */
  nearest(accepts: (id: number) => boolean, least: number): Promise<number[]>;
}

interface Sources {
  index: TenantIndex;
  vectors: TenantVectors;
}

/** Each word of the query makes its meaning clearer. */
const WEIGHT_OF_WORD = 0.5;
const LARGEST_WEIGHT = 3;

/** Queries of fewer words find by words alone. */
const FEWEST_WORDS_TO_FIND = 3;

const MOST_FOUND = 10;

/** Documents of which the exact likeness is looked at. */
const MOST_COMPARED = 100;

/** Passages of a tenant; comparing more takes too long. */
const MOST_PASSAGES = 250_000;

/** Documents that stand for the average. */
const SAMPLE = 200;

/** Whether a query's vector helps: not for quotes and identifiers, which have to be met exactly. */
export function hasMeaning({ words, phrases }: SearchQuery): boolean {
  return phrases.length === 0 && words.some(({ parts }) => parts.length === 0);
}

/** @param words how many the query has */
export function readMeaning(vector: QueryVector, words: number, { index, vectors }: Sources): Meaning {
  const usual = usualCosine(vector, { index, vectors });

  function likenessOf(id: number): number {
    const own = vectors.get(id);
    return isComparable(vector, own) ? (nearestCosine(vector, own) - usual) / (1 - usual) : 0;
  }

  /** By the signs of their vectors. */
  async function roughlyNearest(accepts: (id: number) => boolean, slice: TimeSlice): Promise<number[]> {
    const found: number[] = [];
    for (const ids of await vectors.byDistance(vector, slice)) {
      for (const id of ids ?? []) {
        if (accepts(id)) found.push(id);
        if (found.length === MOST_COMPARED) return found;
      }
    }
    return found;
  }

  return {
    weight: Math.min(LARGEST_WEIGHT, WEIGHT_OF_WORD * words),
    likeness: ({ id }) => likenessOf(id),
    async nearest(accepts, least) {
      if (words < FEWEST_WORDS_TO_FIND || vectors.comparable(vector) > MOST_PASSAGES) return [];
      const slice = startTimeSlice();
      const compared: { id: number; likeness: number }[] = [];
      for (const id of await roughlyNearest(accepts, slice)) {
        const likeness = likenessOf(id);
        if (likeness >= least) compared.push({ id, likeness });
        if (slice.isOver) await slice.next();
      }
      compared.sort((some, other) => other.likeness - some.likeness || some.id - other.id);
      return compared.slice(0, MOST_FOUND).map(({ id }) => id);
    },
  };
}

/** The same where only candidates are known: it finds no others. @param sample passages that stand for the average */
export function readCandidateMeaning(
  vector: QueryVector,
  words: number,
  { vectors, sample }: { vectors: ReadonlyMap<number, PassageVectors>; sample: readonly PassageVectors[] },
): Meaning {
  const cosines = sample.map((one) => (isComparable(vector, one) ? nearestCosine(vector, one, 1) : 0));
  const usual = meanCosine(cosines);
  return {
    weight: Math.min(LARGEST_WEIGHT, WEIGHT_OF_WORD * words),
    likeness({ id }) {
      const own = vectors.get(id);
      return isComparable(vector, own) ? (nearestCosine(vector, own) - usual) / (1 - usual) : 0;
    },
    nearest: async () => [],
  };
}

/** By first passages. Models differ: texts that have nothing in common have a cosine of 0 in some, of 0.7 in others. */
function usualCosine(vector: QueryVector, { index, vectors }: Sources): number {
  const step = Math.max(1, Math.floor(index.numbers / SAMPLE));
  const cosines: number[] = [];
  for (let number = 0; number < index.numbers; number += step) {
    const id = index.ids[number];
    const own = id === undefined || index.numberOf(id) !== number ? undefined : vectors.get(id);
    if (!isComparable(vector, own)) continue;
    cosines.push(nearestCosine(vector, own, 1));
  }
  return meanCosine(cosines);
}

function meanCosine(cosines: readonly number[]): number {
  const sum = cosines.reduce((all, one) => all + one, 0);
  return cosines.length === 0 ? 0 : Math.min(sum / cosines.length, LARGEST_USUAL);
}

/** The usual likeness from which a model tells nothing apart. */
const LARGEST_USUAL = 0.95;
