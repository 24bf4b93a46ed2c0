import { startTimeSlice, type TimeSlice } from '@guidepost/service-kit';
import type { TenantIndex } from '../memory/tenant-index.ts';
import { documentOf, weightOf } from '../memory/vocabulary.ts';
import type { Concept, Phrase } from './concept.ts';
import { findPhrase } from './find-phrase.ts';
import { lengthShare, saturate } from './frequency.ts';
import { type MatchColumns, returnColumns, takeColumns } from './match-columns.ts';

/** Looking at the clock takes as long as looking at a document. */
const CHECKED_EVERY = 512;

/** The results of a query, by their numbers when matching began, with a first score (BM25). */
export interface Matches {
  readonly numbers: Uint32Array;
  readonly scores: Float32Array;
}

export interface Matching {
  /** Which documents may be results. */
  readonly acceptance: Acceptance;
  readonly slice?: TimeSlice;
}

export interface Acceptance {
  /** `HIDDEN` or `VISIBLE`. */
  readonly least: number;
  /** Undefined: all. */
  readonly accepts: ((number: number) => boolean) | undefined;
}

/**
 * Finds the documents that have a concept that finds, and each concept that is required. Others, which most documents
 * have, only count when the best are ranked closely.
 * @param use reads the matches, which are overwritten later
 */
export async function matchDocuments<Result>(
  { index, concepts }: { index: TenantIndex; concepts: readonly Concept[] },
  { acceptance, slice = startTimeSlice() }: Matching,
  use: (matches: Matches) => Result,
): Promise<Awaited<Result>> {
  const columns = takeColumns(index.numbers);
  const matching = startMatching(index, columns, slice);
  for (const concept of concepts) if (concept.finds || concept.isRequired) await matching.add(concept);
  const result = await use({ numbers: await matching.accepted(acceptance), scores: columns.scores });
  // After a failure they are lost instead, with what they note.
  returnColumns(columns, matching.count);
  return result;
}

function startMatching(index: TenantIndex, columns: MatchColumns, slice: TimeSlice) {
  const { states, lengths, averageLength } = index;
  const { scores, information, weights, isFound, requiredMet, met, having } = columns;
  // Documents may be added while this waits; they are for the next search, unless they replace others.
  const size = index.numbers;
  const weigh = createWeighing(index, { columns, size, slice });
  let count = 0;
  let required = 0;
  let most = 0;

  return {
    /** Documents that have any of the concepts. */
    get count() {
      return count;
    },
    async add(concept: Concept): Promise<void> {
      const found = await weigh(concept);
      if (concept.isRequired) required += 1;
      if (found > 0) most += concept.information;
      for (let place = 0; place < found; place += 1) {
        if (place % CHECKED_EVERY === 0 && slice.isOver) await slice.next();
        const document = having[place] ?? 0;
        const weight = (weights[document] ?? 0) / lengthShare(lengths[document] ?? 0, averageLength);
        weights[document] = 0;
        if (information[document] === 0) {
          met[count] = document;
          count += 1;
        }
        if (concept.finds) isFound[document] = 1;
        if (concept.isRequired) requiredMet[document] = (requiredMet[document] ?? 0) + 1;
        scores[document] = (scores[document] ?? 0) + concept.information * saturate(weight);
        information[document] = (information[document] ?? 0) + concept.information;
      }
    },
    async accepted({ least, accepts }: Acceptance): Promise<Uint32Array> {
      let accepted = 0;
      for (let place = 0; place < count; place += 1) {
        if (place % CHECKED_EVERY === 0 && slice.isOver) await slice.next();
        const number = met[place] ?? 0;
        if (isFound[number] === 0 || requiredMet[number] !== required) continue;
        const now = index.numberNow(number, size);
        if (now === undefined || (states[now] ?? 0) < least || (accepts && !accepts(now))) continue;
        scores[number] = (scores[number] ?? 0) * (1 + (information[number] ?? 0) / most);
        having[accepted] = number;
        accepted += 1;
      }
      return having.subarray(0, accepted);
    },
  };
}

interface Weighing {
  columns: Pick<MatchColumns, 'weights' | 'having'>;
  size: number;
  slice: TimeSlice;
}

/** Adds up the occurrences of what expresses a concept; returns how many documents have any. */
function createWeighing(
  index: TenantIndex,
  { columns: { weights, having }, size, slice }: Weighing,
): (concept: Concept) => Promise<number> {
  const found = new Map<Phrase, Map<number, number>>();
  let count = 0;

  function add(document: number, weight: number): void {
    const before = weights[document] ?? 0;
    if (before === 0) {
      having[count] = document;
      count += 1;
    }
    weights[document] = before + weight;
  }

  /** A synonym may express several words of the query. */
  async function documentsWith(phrase: Phrase): Promise<Map<number, number>> {
    const known = found.get(phrase);
    if (known) return known;
    const documents = new Map<number, number>();
    await findPhrase(index, phrase, {
      slice,
      size,
      found: (document, weight) => documents.set(document, weight),
    });
    found.set(phrase, documents);
    return documents;
  }

  return async ({ expressions, phrases }) => {
    count = 0;
    for (const [term, share] of expressions) {
      const postings = index.vocabulary.postings(term);
      for (let place = 0; place < postings.length; place += 1) {
        if (place % CHECKED_EVERY === 0 && slice.isOver) await slice.next();
        const posting = postings[place] ?? 0;
        const document = documentOf(posting);
        if (document >= size) break;
        add(document, weightOf(posting) * share);
      }
    }
    for (const phrase of phrases)
      for (const [document, weight] of await documentsWith(phrase)) add(document, weight * phrase.weight);
    return count;
  };
}
