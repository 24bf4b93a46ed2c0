import type { TimeSlice } from '@guidepost/service-kit';
import type { IndexedDocument, TenantIndex } from '../memory/tenant-index.ts';
import type { Concepts } from './concepts.ts';
import type { Meaning } from './meaning.ts';
import { createScoring, type Score } from './score-document.ts';

/** Results after these are ranked by the frequency of words alone. */
export const CLOSELY_RANKED = 50;

export interface Ranked {
  readonly document: IndexedDocument;
  readonly score: Score;
  /** What its meaning adds to the score. */
  readonly meaning: number;
}

interface RankingSources {
  index: TenantIndex;
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
