import { correctedQuery, createAnalyzer, type Searcher } from '@guidepost/search';
import type { KnowledgeBase } from '../model/knowledge-base.ts';

export interface DeskSearch {
  knowledgeBase: KnowledgeBase;
  /** The search terms. */
  words: string;
}

export interface FoundAtDesk {
  /** The ids of guides, the best first. */
  ids: number[];
  /** With the words that were searched in place of unknown ones. */
  correctedQuery: string | undefined;
}

/** Ranking further results would cost an engine as much as reading them all. */
const MOST_RANKED = 500;

/** The readers' search, over drafts and unpublished guides as well. Results behind the 500th are in no order. */
export async function searchAtDesk(
  search: Searcher,
  { knowledgeBase, words }: DeskSearch,
): Promise<FoundAtDesk> {
  const query = createAnalyzer(knowledgeBase.language).query(words);
  const request = { tenant: knowledgeBase, query, hiddenToo: true, hiddenWords: true };
  const { ids, total, corrections } = await search.page({ ...request, offset: 0, limit: MOST_RANKED });
  const others = total > ids.length ? (await search.all(request)).ids : [];
  // A guide and its draft are two documents.
  const guides = new Set([...ids, ...others].map((id) => Math.abs(id)));
  return { ids: [...guides], correctedQuery: correctedQuery(words, corrections) };
}
