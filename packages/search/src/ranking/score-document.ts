import { startTimeSlice, type TimeSlice } from '@guidepost/service-kit';
import { fieldWeight } from '../memory/indexed-words.ts';
import { type IndexedDocument, wordsOf } from '../memory/tenant-index.ts';
import { type Concept, lengthShare, saturate } from './concept.ts';
import type { Concepts } from './concepts.ts';
import { phraseWeigher } from './find-phrase.ts';
import type { RankedTexts } from './known-words.ts';
import type { Meaning } from './meaning.ts';
import { createOccurrenceReader, MOST_CONCEPTS, type Occurrences } from './occurrences.ts';
import { createTitleScoring } from './title.ts';

/** Results after these are ranked by the frequency of words alone. */
export const CLOSELY_RANKED = 50;

export interface Ranked {
  readonly document: IndexedDocument;
  readonly score: Score;
  /** The part of the score that is for its meaning. */
  readonly meaning: number;
}

interface RankingSources {
  index: RankedTexts;
  concepts: Concepts;
  meaning: Meaning | undefined;
  slice: TimeSlice;
}

/** Ranks documents also by where the words stand, and by what they mean. */
export async function rankClosely(
  documents: readonly IndexedDocument[],
  { index, concepts: { concepts }, meaning, slice }: RankingSources,
): Promise<Ranked[]> {
  const scoreOf = createScoring(concepts, index, slice);
  const scored: { document: IndexedDocument; score: Score; likeness: number }[] = [];
  let best = 0;
  for (const document of documents) {
    const score = await scoreOf(document);
    best = Math.max(best, score.total);
    scored.push({ document, score, likeness: meaning?.likeness(document) ?? 0 });
    if (slice.isOver) await slice.next();
  }
  const worth = (meaning?.weight ?? 0) * (best || 1);
  const ranked = scored.map(({ likeness, ...own }): Ranked => ({ ...own, meaning: worth * likeness }));
  return ranked.sort(byScore);
}

/** Equally good documents by id, so that pages do not overlap. */
function byScore(some: Ranked, other: Ranked): number {
  return (
    other.score.total + other.meaning - (some.score.total + some.meaning) ||
    some.document.id - other.document.id
  );
}

/** Words further apart are not near. */
const NEAR = 4;
const NEARNESS_SHARE = 2;

/** Relative to the order of the query. */
const REVERSED = 0.6;

/** For each concept and the one that follows it, occurrences near each other, weighted by field and nearness. */
const together = new Float64Array(MOST_CONCEPTS);

/** Words of a passage. */
const PASSAGE = 120;
const PASSAGE_SHARE = 0.6;
/** How much the title counts in each passage. */
const TITLE = 2;

// By concept, of the document that is scored: new columns for each would be a quarter of what a search allocates.
/** How well the title expresses it. */
const inTitle = new Float64Array(MOST_CONCEPTS);
/** Its weight in the passage at hand, and what that is worth. */
const within = new Float64Array(MOST_CONCEPTS);
const worth = new Float64Array(MOST_CONCEPTS);

/** A document's score, and what adds up to it. */
export interface Score {
  readonly total: number;
  readonly frequency: number;
  readonly passage: number;
  readonly nearness: number;
  readonly title: number;
  /** Occurrences of each concept, weighted by field and by how well they express it. */
  readonly weights: Float64Array;
}

/** How often a query's concepts occur in a document. */
interface Frequency extends Pick<Score, 'frequency' | 'weights'> {
  readonly occurrences: Occurrences;
  /** As `lengthShare` gives it. */
  readonly length: number;
  /** The share of the query's information that the document has. */
  readonly ofQuery: number;
}

/** Scores documents by how often a query's concepts occur. The next scoring overwrites occurrences. */
export function createFrequency(
  concepts: readonly Concept[],
  texts: RankedTexts,
  slice: TimeSlice,
): (document: IndexedDocument) => Promise<Frequency> {
  const weighPhrases = createPhraseWeighing(concepts, texts, slice);
  const weighWords = createWordWeighing(concepts, texts);
  return async (document) => weighWords(document, await weighPhrases(document));
}

function createPhraseWeighing(
  concepts: readonly Concept[],
  { vocabulary }: RankedTexts,
  slice: TimeSlice,
): (document: IndexedDocument) => Promise<Float64Array> {
  const phrases = concepts.flatMap(({ phrases: own }, concept) =>
    own.map(({ words, weight }) => ({ concept, weight, weigh: phraseWeigher(words, vocabulary) })),
  );
  return async (document) => {
    const weights = new Float64Array(concepts.length);
    for (const { concept, weight, weigh } of phrases) {
      if (slice.isOver) await slice.next();
      weights[concept] = (weights[concept] ?? 0) + weight * weigh(document);
    }
    return weights;
  };
}

/** Adds the weights of words to those of phrases; notes how well the title expresses each concept. */
function createWordWeighing(
  concepts: readonly Concept[],
  { averageLength }: RankedTexts,
): (document: IndexedDocument, weights: Float64Array) => Frequency {
  const read = createOccurrenceReader(concepts);
  return (document, weights) => {
    const occurrences = read(document);
    inTitle.fill(0, 0, concepts.length);
    for (let place = 0; place < occurrences.length; place += 1) {
      const concept = occurrences.concept[place] ?? 0;
      const weight = occurrences.weight[place] ?? 0;
      const field = occurrences.field[place] ?? 0;
      weights[concept] = (weights[concept] ?? 0) + weight * fieldWeight(field);
      if (field === 0) inTitle[concept] = Math.max(inTitle[concept] ?? 0, weight);
    }
    const length = lengthShare(wordsOf(document), averageLength);
    const ofQuery = shareOfQuery(weights, concepts);
    const frequency = frequencyScore(weights, concepts, { length, ofQuery });
    return { frequency, weights, occurrences, length, ofQuery };
  };
}

/**
 * Scores documents by how often a query's concepts occur, by their best passage, by what stands together, and by title.
 */
export function createScoring(
  concepts: readonly Concept[],
  texts: RankedTexts,
  slice: TimeSlice = startTimeSlice(),
): (document: IndexedDocument) => Promise<Score> {
  const weighPhrases = createPhraseWeighing(concepts, texts, slice);
  const weighWords = createWordWeighing(concepts, texts);
  const nearnessOf = createNearness(concepts);
  const titleScoreOf = createTitleScoring(concepts, texts);
  return async (document) => {
    // From here on no other search may read occurrences.
    const found = weighWords(document, await weighPhrases(document));
    const { occurrences, length, ofQuery, frequency, weights } = found;
    const passage = PASSAGE_SHARE * bestPassage(occurrences, concepts);
    const nearness = NEARNESS_SHARE * nearnessOf(occurrences, length);
    const title = titleScoreOf(document, inTitle, ofQuery);
    return { total: frequency + passage + nearness + title, frequency, passage, nearness, title, weights };
  };
}

/** BM25F; documents with more of the query's information score up to twice as high. */
function frequencyScore(
  weights: Float64Array,
  concepts: readonly Concept[],
  { length, ofQuery }: { length: number; ofQuery: number },
): number {
  let score = 0;
  for (let place = 0; place < concepts.length; place += 1)
    score += (concepts[place]?.information ?? 0) * saturate(weights[place] ?? 0, length);
  return score * (1 + ofQuery);
}

/** The share of the query's information that a document has. */
function shareOfQuery(weights: Float64Array, concepts: readonly Concept[]): number {
  let met = 0;
  let most = 0;
  for (let place = 0; place < concepts.length; place += 1) {
    const information = concepts[place]?.information ?? 0;
    most += information;
    if ((weights[place] ?? 0) > 0) met += information;
  }
  return met / Math.max(most, Number.MIN_VALUE);
}

/** The passage with the most information; the title counts for each. */
function bestPassage(
  { length, at, field, concept, weight }: Occurrences,
  concepts: readonly Concept[],
): number {
  let score = 0;
  for (let of = 0; of < concepts.length; of += 1) {
    within[of] = 0;
    worth[of] = 0;
    score += change(concepts, of, (inTitle[of] ?? 0) * TITLE);
  }
  let best = score;
  let oldest = 0;
  for (let place = 0; place < length; place += 1) {
    if (field[place] === 0) {
      oldest = place + 1;
      continue;
    }
    score += change(concepts, concept[place] ?? 0, weight[place] ?? 0);
    for (; (at[place] ?? 0) - (at[oldest] ?? 0) >= PASSAGE; oldest += 1)
      score += change(concepts, concept[oldest] ?? 0, -(weight[oldest] ?? 0));
    if (score > best) best = score;
  }
  return best;
}

/** Changes the weight of a concept in a passage. @returns by how much the passage is worth more */
function change(concepts: readonly Concept[], of: number, by: number): number {
  const before = worth[of] ?? 0;
  const changed = (within[of] ?? 0) + by;
  const own = (concepts[of]?.information ?? 0) * saturate(changed);
  within[of] = changed;
  worth[of] = own;
  return own - before;
}

/**
 * Scores how often neighbours of the query stand together, function words between them left out.
 * @returns a function of occurrences and of a document's length as `lengthShare` gives it
 */
function createNearness(concepts: readonly Concept[]): (occurrences: Occurrences, length: number) => number {
  const following = followingTelling(concepts);
  const isAnyFollowing = following.some((next) => next >= 0);
  return (occurrences, length) => {
    if (!isAnyFollowing) return 0;
    countTogether(occurrences, following);
    let score = 0;
    for (let first = 0; first < following.length; first += 1) {
      const second = following[first] ?? -1;
      const information = Math.min(concepts[first]?.information ?? 0, concepts[second]?.information ?? 0);
      score += information * saturate(together[first] ?? 0, length);
    }
    return score;
  };
}

function countTogether(
  { length, at, field, concept, weight }: Occurrences,
  following: readonly number[],
): void {
  together.fill(0, 0, following.length);
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
      const near = (weight[place] ?? 0) * (weight[next] ?? 0) * order * fieldWeight(field[place] ?? 0);
      const first = inOrder ? own : other;
      together[first] = (together[first] ?? 0) + near;
    }
  }
}

/** For each concept the next that is no function word; -1 for none. */
function followingTelling(concepts: readonly Concept[]): number[] {
  return concepts.map(({ isTelling }, place) =>
    isTelling ? concepts.findIndex((other, later) => later > place && other.isTelling) : -1,
  );
}
