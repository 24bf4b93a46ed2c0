import { startTimeSlice, type TimeSlice } from '@guidepost/service-kit';
import { fieldWeight } from '../documents/field-weights.ts';
import { type IndexedDocument, type TenantIndex, wordsOf } from '../memory/tenant-index.ts';
import type { Concept } from './concepts.ts';
import { phraseWeigher } from './find-phrase.ts';
import { lengthShare, saturate } from './frequency.ts';
import { createOccurrenceReader, type Occurrences } from './occurrences.ts';

/** Words of a passage. */
const PASSAGE = 120;
const PASSAGE_SHARE = 0.6;
const NEARNESS_SHARE = 0.25;

/** Words further apart are not near. */
const NEAR = 4;

/** Relative to the order of the query. */
const REVERSED = 0.6;
const TITLE = 2;

/** A document's score, and what adds up to it. */
export interface Score {
  readonly total: number;
  readonly frequency: number;
  readonly passage: number;
  readonly nearness: number;
  /** Occurrences of each concept, weighted by field and by how well they express it. */
  readonly weights: Float64Array;
}

/** Scores documents by how often a query's concepts occur, by their best passage, and by how close together they stand. */
export function createScoring(
  concepts: readonly Concept[],
  { averageLength, vocabulary }: Pick<TenantIndex, 'averageLength' | 'vocabulary'>,
  slice: TimeSlice = startTimeSlice(),
): (document: IndexedDocument) => Promise<Score> {
  const read = createOccurrenceReader(concepts, vocabulary.size);
  const following = followingTelling(concepts);
  const phrases = concepts.flatMap(({ phrases: own }, concept) =>
    own.map(({ words, weight }) => ({ concept, weight, weigh: phraseWeigher(words) })),
  );
  return async (document) => {
    const occurrences = read(document);
    const weights = new Float64Array(concepts.length);
    const inTitle = new Float64Array(concepts.length);
    for (let place = 0; place < occurrences.length; place += 1) {
      const concept = occurrences.concept[place] ?? 0;
      const weight = occurrences.weight[place] ?? 0;
      const field = occurrences.field[place] ?? 0;
      weights[concept] = (weights[concept] ?? 0) + weight * fieldWeight(field);
      if (field === 0) inTitle[concept] = Math.max(inTitle[concept] ?? 0, weight);
    }
    for (const { concept, weight, weigh } of phrases) {
      if (slice.isOver) await slice.next();
      weights[concept] = (weights[concept] ?? 0) + weight * weigh(document);
    }
    const frequency = frequencyScore(weights, concepts, lengthShare(wordsOf(document), averageLength));
    const passage = PASSAGE_SHARE * bestPassage(occurrences, concepts, inTitle);
    const near = NEARNESS_SHARE * nearness(occurrences, concepts, following);
    return { total: frequency + passage + near, frequency, passage, nearness: near, weights };
  };
}

/** BM25F; documents with more of the query's information score up to twice as high. */
function frequencyScore(weights: Float64Array, concepts: readonly Concept[], length: number): number {
  let score = 0;
  let met = 0;
  let most = 0;
  for (const [place, { information }] of concepts.entries()) {
    const weight = weights[place] ?? 0;
    most += information;
    if (weight === 0) continue;
    met += information;
    score += information * saturate(weight / length);
  }
  return score * (1 + met / Math.max(most, Number.MIN_VALUE));
}

/** The passage with the most information; the title counts for each. */
function bestPassage(
  { length, at, field, concept, weight }: Occurrences,
  concepts: readonly Concept[],
  inTitle: Float64Array,
): number {
  const within = Float64Array.from(inTitle, (title) => title * TITLE);
  const worth = (of: number) => (concepts[of]?.information ?? 0) * saturate(within[of] ?? 0);
  let score = 0;
  for (let of = 0; of < concepts.length; of += 1) score += worth(of);
  const change = (place: number, by: number) => {
    const of = concept[place] ?? 0;
    score -= worth(of);
    within[of] = (within[of] ?? 0) + (weight[place] ?? 0) * by;
    score += worth(of);
  };
  let best = score;
  let oldest = 0;
  for (let place = 0; place < length; place += 1) {
    if (field[place] === 0) {
      oldest = place + 1;
      continue;
    }
    change(place, 1);
    for (; (at[place] ?? 0) - (at[oldest] ?? 0) >= PASSAGE; oldest += 1) change(oldest, -1);
    if (score > best) best = score;
  }
  return best;
}

/** The nearest that each two neighbours of the query stand, function words between them left out. */
function nearness(
  { length, at, field, concept, weight }: Occurrences,
  concepts: readonly Concept[],
  following: readonly number[],
): number {
  const best = new Float64Array(concepts.length);
  for (let place = 0; place < length; place += 1) {
    const here = at[place] ?? 0;
    const own = concept[place] ?? 0;
    for (let next = place + 1; next < length; next += 1) {
      const apart = (at[next] ?? 0) - here;
      if (apart > NEAR) break;
      const other = concept[next] ?? 0;
      const inOrder = following[own] === other;
      if (apart === 0 || !(inOrder || following[other] === own)) continue;
      const order = inOrder ? 1 / (1 + Math.abs(apart - (other - own))) : REVERSED / apart;
      const near = (weight[place] ?? 0) * (weight[next] ?? 0) * order * (field[place] === 0 ? TITLE : 1);
      const first = inOrder ? own : other;
      if (near > (best[first] ?? 0)) best[first] = near;
    }
  }
  let score = 0;
  for (const [first, second] of following.entries())
    score +=
      (best[first] ?? 0) * Math.min(concepts[first]?.information ?? 0, concepts[second]?.information ?? 0);
  return score;
}

/** For each concept the next that is no function word; -1 for none. */
function followingTelling(concepts: readonly Concept[]): number[] {
  return concepts.map(({ isTelling }, place) =>
    isTelling ? concepts.findIndex((other, later) => later > place && other.isTelling) : -1,
  );
}
