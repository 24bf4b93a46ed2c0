import { fieldWeight } from '../documents/field-weights.ts';
import { readVarint } from '../documents/indexed-words.ts';
import type { IndexedDocument, TenantIndex } from '../memory/tenant-index.ts';
import type { Term } from '../memory/vocabulary.ts';
import type { Concept } from './concepts.ts';
import { lengthShare, saturate } from './frequency.ts';
import { phraseWeigher } from './find-phrase.ts';

/** Words of a passage. */
const PASSAGE = 120;

/** A word repeated in a passage adds little. */
const PASSAGE_SHARE = 0.6;
const NEARNESS_SHARE = 0.25;

/** Words read of a document at most. */
const MOST_READ = 20_000;

/** Which concepts a term expresses, and how well. */
type ConceptsOf = ReadonlyMap<Term, readonly (readonly [concept: number, weight: number])[]>;

interface Occurrence {
  at: number;
  field: number;
  concept: number;
  weight: number;
}

/** Scores documents by how often a query's concepts occur, by their best passage, and by how close together they stand. */
export function createScoring(
  concepts: readonly Concept[],
  { averageLength }: Pick<TenantIndex, 'averageLength'>,
): (document: IndexedDocument) => number {
  const byTerm = conceptsByTerm(concepts);
  const phrases = concepts.flatMap(({ phrases: own }, concept) =>
    own.map(({ words, weight }) => ({ concept, weight, weigh: phraseWeigher(words) })),
  );
  return (document) => {
    const occurrences = occurrencesIn(document, byTerm);
    const weights = new Float64Array(concepts.length);
    const inTitle = new Float64Array(concepts.length);
    for (const { concept, weight, field } of occurrences) {
      weights[concept] = (weights[concept] ?? 0) + weight * fieldWeight(field);
      if (field === 0) inTitle[concept] = Math.max(inTitle[concept] ?? 0, weight);
    }
    for (const { concept, weight, weigh } of phrases)
      weights[concept] = (weights[concept] ?? 0) + weight * weigh(document);
    const text = occurrences.filter(({ field }) => field > 0);
    return (
      frequencyScore(weights, concepts, lengthShare(wordsOf(document), averageLength)) +
      PASSAGE_SHARE * bestPassage(text, concepts, inTitle) +
      NEARNESS_SHARE * nearness(occurrences, concepts)
    );
  };
}

function conceptsByTerm(concepts: readonly Concept[]): ConceptsOf {
  const byTerm = new Map<Term, [number, number][]>();
  for (const [place, { expressions }] of concepts.entries())
    for (const [term, weight] of expressions) {
      const known = byTerm.get(term);
      if (known) known.push([place, weight]);
      else byTerm.set(term, [[place, weight]]);
    }
  return byTerm;
}

function wordsOf({ lengths }: IndexedDocument): number {
  return lengths.reduce((sum, words) => sum + words, 0);
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

function occurrencesIn({ lengths, terms, places }: IndexedDocument, byTerm: ConceptsOf): Occurrence[] {
  const local = new Map<number, readonly (readonly [number, number])[]>();
  for (const [place, term] of terms.entries()) {
    const found = byTerm.get(term);
    if (found) local.set(place, found);
  }
  const occurrences: Occurrence[] = [];
  const reader = { bytes: places, at: 0 };
  let at = 0;
  for (const [field, length] of lengths.entries()) {
    for (let word = 0; word < length && at < MOST_READ; word += 1) {
      const place = readVarint(reader);
      for (const [concept, weight] of local.get(place >>> 1) ?? [])
        occurrences.push({ at, field, concept, weight });
      if ((place & 1) === 0) at += 1;
    }
    // Words of different fields are not neighbours.
    at += PASSAGE / 4;
  }
  return occurrences;
}

function bestPassage(
  occurrences: readonly Occurrence[],
  concepts: readonly Concept[],
  inTitle: Float64Array,
): number {
  const within = new Float64Array(concepts.length);
  const worth = (concept: number) =>
    (concepts[concept]?.information ?? 0) * saturate((within[concept] ?? 0) + (inTitle[concept] ?? 0) * 2);
  let score = 0;
  for (const concept of concepts.keys()) score += worth(concept);
  let best = score;
  let first = 0;
  const change = ({ concept, weight }: Occurrence, by: number) => {
    score -= worth(concept);
    within[concept] = (within[concept] ?? 0) + weight * by;
    score += worth(concept);
  };
  for (const occurrence of occurrences) {
    change(occurrence, 1);
    for (let oldest = occurrences[first]; oldest && occurrence.at - oldest.at >= PASSAGE; ) {
      change(oldest, -1);
      first += 1;
      oldest = occurrences[first];
    }
    if (score > best) best = score;
  }
  return best;
}

/** The nearest that each two neighbours of the query stand, in its order or not. */
function nearness(occurrences: readonly Occurrence[], concepts: readonly Concept[]): number {
  const best = new Float64Array(concepts.length);
  for (const [index, { at, field, concept, weight }] of occurrences.entries()) {
    for (let next = index + 1; next < occurrences.length; next += 1) {
      const other = occurrences[next];
      if (!other || other.at - at > 4) break;
      if (Math.abs(other.concept - concept) !== 1 || other.at === at) continue;
      const pair = Math.min(concept, other.concept);
      const title = field === 0 ? 2 : 1;
      const near = (title * weight * other.weight * (other.concept > concept ? 1 : 0.6)) / (other.at - at);
      best[pair] = Math.max(best[pair] ?? 0, near);
    }
  }
  let score = 0;
  for (const [pair, near] of best.entries())
    score += near * Math.min(concepts[pair]?.information ?? 0, concepts[pair + 1]?.information ?? 0);
  return score;
}
