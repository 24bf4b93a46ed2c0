import { startTimeSlice } from '@guidepost/service-kit';
import type { IndexedDocument, TenantIndex } from '../memory/tenant-index.ts';
import type { Concepts } from './concepts.ts';
import { createScoring } from './score-document.ts';

/** Results after these are ranked by the frequency of words alone. */
export const CLOSELY_RANKED = 50;

/** Ranks the first documents also by where the words stand. */
export async function rankClosely(
  documents: readonly IndexedDocument[],
  { index, concepts: { concepts } }: { index: TenantIndex; concepts: Concepts },
): Promise<IndexedDocument[]> {
  const slice = startTimeSlice();
  const scoreOf = createScoring(concepts, index, slice);
  const close: { document: IndexedDocument; score: number }[] = [];
  for (const document of documents.slice(0, CLOSELY_RANKED)) {
    close.push({ document, score: (await scoreOf(document)).total });
    if (slice.isOver) await slice.next();
  }
  const ranked = close.sort(byScore).map(({ document }) => document);
  return [...ranked, ...documents.slice(CLOSELY_RANKED)];
}

interface Scored {
  document: IndexedDocument;
  score: number;
}

/** Equally good documents by id, so that pages do not overlap. */
function byScore(some: Scored, other: Scored): number {
  return other.score - some.score || some.document.id - other.document.id;
}
