import { startTimeSlice, type TimeSlice } from '@guidepost/service-kit';
import type { Concept } from './concepts.ts';
import { lengthShare, saturate } from './frequency.ts';
import { byScore, CLOSELY_RANKED } from './rank-closely.ts';
import { findPhrase } from './find-phrase.ts';
import type { IndexedDocument, TenantIndex } from '../memory/tenant-index.ts';
import { documentOf, weightOf } from '../memory/vocabulary.ts';

export interface Match {
  readonly document: IndexedDocument;
  readonly score: number;
}

/** The results of a query, in no order, by a first score (BM25). */
export async function matchDocuments(
  index: TenantIndex,
  concepts: readonly Concept[],
  accepts: (document: IndexedDocument) => boolean,
): Promise<Match[]> {
  const matching = startMatching(index);
  const slice = startTimeSlice();
  for (const concept of concepts) await matching.add(concept, slice);
  return matching.results(accepts, slice);
}

/** The best matches in order, and those after them as they come. */
export function bestFirst(matches: readonly Match[], wanted: number): Match[] {
  const scores = Float64Array.from(matches, ({ score }) => score).sort();
  const least = scores[Math.max(0, scores.length - Math.max(wanted, CLOSELY_RANKED))] ?? 0;
  return matches.filter(({ score }) => score >= least).sort(byScore);
}

function startMatching(index: TenantIndex) {
  const { documents, lengths, vocabulary, averageLength } = index;
  // Documents may be added while this waits; they are for the next search.
  const size = documents.length;
  const scores = new Float32Array(size);
  const information = new Float32Array(size);
  const isFound = new Uint8Array(size);
  const weights = new Float32Array(size);
  const met: number[] = [];
  const required: Set<number>[] = [];
  let most = 0;

  /** Adds up the occurrences of what expresses a concept. */
  async function weigh({ expressions, phrases, isRequired }: Concept, slice: TimeSlice): Promise<number[]> {
    const having: number[] = [];
    const add = (document: number, weight: number) => {
      if (document >= size) return;
      const before = weights[document] ?? 0;
      if (before === 0) having.push(document);
      weights[document] = before + weight;
    };
    for (const [term, share] of expressions) {
      for (const posting of vocabulary.postings(term)) add(documentOf(posting), weightOf(posting) * share);
      if (slice.isOver) await slice.next();
    }
    for (const phrase of phrases)
      await findPhrase(index, phrase, {
        slice,
        found: (document, weight) => add(document, weight * phrase.weight),
      });
    if (isRequired) required.push(new Set(having));
    return having;
  }

  return {
    async add(concept: Concept, slice: TimeSlice): Promise<void> {
      const having = await weigh(concept, slice);
      if (having.length === 0 && !concept.isRequired) return;
      most += concept.information;
      for (const document of having) {
        const weight = (weights[document] ?? 0) / lengthShare(lengths[document] ?? 0, averageLength);
        weights[document] = 0;
        if (information[document] === 0) met.push(document);
        if (concept.finds) isFound[document] = 1;
        scores[document] = (scores[document] ?? 0) + concept.information * saturate(weight);
        information[document] = (information[document] ?? 0) + concept.information;
      }
      if (slice.isOver) await slice.next();
    },
    async results(accepts: (document: IndexedDocument) => boolean, slice: TimeSlice): Promise<Match[]> {
      const matches: Match[] = [];
      for (const number of met) {
        const document = documents[number];
        if (!document || isFound[number] === 0 || !accepts(document)) continue;
        if (required.some((having) => !having.has(number))) continue;
        const coverage = (information[number] ?? 0) / most;
        matches.push({ document, score: (scores[number] ?? 0) * (1 + coverage) });
        if (slice.isOver) await slice.next();
      }
      return matches;
    },
  };
}
