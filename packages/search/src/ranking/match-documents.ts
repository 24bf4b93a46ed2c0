import { startTimeSlice, type TimeSlice } from '@guidepost/service-kit';
import type { TenantIndex } from '../memory/tenant-index.ts';
import { documentOf, weightOf } from '../memory/vocabulary.ts';
import type { Concept, Phrase } from './concept.ts';
import { findPhrase } from './find-phrase.ts';
import { lengthShare, saturate } from './frequency.ts';

/** Looking at the clock takes as long as looking at a document. */
const CHECKED_EVERY = 512;

/** The results of a query, by their numbers when matching began, with a first score (BM25). */
export interface Matches {
  readonly numbers: readonly number[];
  readonly scores: Float32Array;
}

/** Which documents may be results. */
export interface Acceptance {
  /** `HIDDEN` or `VISIBLE`. */
  readonly least: number;
  /** Undefined: all. */
  readonly accepts: ((number: number) => boolean) | undefined;
}

/**
 * The documents that have a concept that finds, and each concept that is required. Others, which most documents have, only
 * count when the best are ranked closely.
 */
export async function matchDocuments(
  index: TenantIndex,
  concepts: readonly Concept[],
  { least, accepts }: Acceptance,
): Promise<Matches> {
  const matching = startMatching(index);
  const slice = startTimeSlice();
  for (const concept of concepts) if (concept.finds || concept.isRequired) await matching.add(concept, slice);
  return matching.results({ least, accepts }, slice);
}

function startMatching(index: TenantIndex) {
  const { documents, states, lengths, vocabulary, averageLength } = index;
  // Documents may be added while this waits; they are for the next search, unless they replace others.
  const size = documents.length;
  const scores = new Float32Array(size);
  const information = new Float32Array(size);
  const weights = new Float32Array(size);
  const isFound = new Uint8Array(size);
  const met: number[] = [];
  const found = new Map<Phrase, Map<number, number>>();
  let required = 0;
  const requiredMet = new Uint8Array(size);
  let most = 0;

  /** Adds up the occurrences of what expresses a concept. */
  async function weigh({ expressions, phrases }: Concept, slice: TimeSlice): Promise<number[]> {
    const having: number[] = [];
    const add = (document: number, weight: number) => {
      if (document >= size) return;
      const before = weights[document] ?? 0;
      if (before === 0) having.push(document);
      weights[document] = before + weight;
    };
    for (const [term, share] of expressions) {
      const postings = vocabulary.postings(term);
      for (let place = 0; place < postings.length; place += 1) {
        if (place % CHECKED_EVERY === 0 && slice.isOver) await slice.next();
        const posting = postings[place] ?? 0;
        add(documentOf(posting), weightOf(posting) * share);
      }
    }
    for (const phrase of phrases)
      for (const [document, weight] of await documentsWith(phrase, slice))
        add(document, weight * phrase.weight);
    return having;
  }

  /** A synonym may express several words of the query. */
  async function documentsWith(phrase: Phrase, slice: TimeSlice): Promise<Map<number, number>> {
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

  return {
    async add(concept: Concept, slice: TimeSlice): Promise<void> {
      const having = await weigh(concept, slice);
      if (concept.isRequired) required += 1;
      if (having.length > 0) most += concept.information;
      for (let place = 0; place < having.length; place += 1) {
        if (place % CHECKED_EVERY === 0 && slice.isOver) await slice.next();
        const document = having[place] ?? 0;
        const weight = (weights[document] ?? 0) / lengthShare(lengths[document] ?? 0, averageLength);
        weights[document] = 0;
        if (information[document] === 0) met.push(document);
        if (concept.finds) isFound[document] = 1;
        if (concept.isRequired) requiredMet[document] = (requiredMet[document] ?? 0) + 1;
        scores[document] = (scores[document] ?? 0) + concept.information * saturate(weight);
        information[document] = (information[document] ?? 0) + concept.information;
      }
    },
    async results({ least, accepts }: Acceptance, slice: TimeSlice): Promise<Matches> {
      const numbers: number[] = [];
      for (let place = 0; place < met.length; place += 1) {
        if (place % CHECKED_EVERY === 0 && slice.isOver) await slice.next();
        const number = met[place] ?? 0;
        if (isFound[number] === 0 || requiredMet[number] !== required) continue;
        const now = index.numberNow(number, size);
        if (now === undefined || (states[now] ?? 0) < least || (accepts && !accepts(now))) continue;
        scores[number] = (scores[number] ?? 0) * (1 + (information[number] ?? 0) / most);
        numbers.push(number);
      }
      return { numbers, scores };
    },
  };
}
