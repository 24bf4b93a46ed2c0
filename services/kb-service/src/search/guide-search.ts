import { type Database, preparedStatement } from '@guidepost/postgres';
import { createPostgresSearch, type Facets, type PostgresSearch } from '@guidepost/search';
import type { KnowledgeBase } from '../knowledge-bases/knowledge-base.ts';

/** A search among the published guides of a knowledge base. */
export interface GuideSearchRequest {
  knowledgeBase: Pick<KnowledgeBase, 'id' | 'language'>;
  query: string;
  facets: Facets;
}

const listRemovals = preparedStatement(new URL('./sql/list-removals.sql', import.meta.url));

/** Finds guides; what was unpublished a moment ago is neither found nor counted. */
export interface GuideSearch {
  /** A page, best first, and the number of all. */
  page(
    request: GuideSearchRequest & { offset: number; limit: number },
  ): Promise<{ ids: number[]; total: number }>;
  /** All of them, for an order of their own. */
  all(request: GuideSearchRequest): Promise<number[]>;
}

export function createGuideSearch(database: Database): GuideSearch {
  const index: PostgresSearch = createPostgresSearch(database);
  const complete = async ({ knowledgeBase: { id, language }, query, facets }: GuideSearchRequest) => {
    const { ids: exclude } = await database.one<{ ids: number[] }>(listRemovals([id]));
    return { tenant: { id, language }, query, facets, exclude };
  };
  return {
    async page({ offset, limit, ...request }) {
      return index.search({ ...(await complete(request)), offset, limit });
    },
    async all(request) {
      return (await index.matches(await complete(request))).ids;
    },
  };
}
