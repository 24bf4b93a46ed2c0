import { type Database, preparedStatement } from '@guidepost/postgres';
import { createPostgresSearch, type Facets, type PostgresSearch, type SearchResult } from '@guidepost/search';
import { AppError, type TakeTurn } from '@guidepost/service-kit';
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
  page(request: GuideSearchRequest & { offset: number; limit: number }): Promise<SearchResult>;
  /** All of them, for an order of their own. */
  all(request: GuideSearchRequest): Promise<number[]>;
}

/**
 * Whatever is wrong with the index is `unavailable`: everything but search goes on without it.
 *
 * @param takeTurn lets so many search at once that connections are left for whoever reads
 */
export function createGuideSearch(database: Database, takeTurn: TakeTurn): GuideSearch {
  const index: PostgresSearch = createPostgresSearch(database);
  const complete = async ({ knowledgeBase: { id, language }, query, facets }: GuideSearchRequest) => {
    const { ids: exclude } = await database.one<{ ids: number[] }>(listRemovals([id]));
    return { tenant: { id, language }, query, facets, exclude };
  };
  return {
    page({ offset, limit, ...request }) {
      return takeTurn(async () => index.search({ ...(await complete(request)), offset, limit })).catch(
        unavailable,
      );
    },
    async all(request) {
      const matches = await takeTurn(async () => index.matches(await complete(request))).catch(unavailable);
      return matches.ids;
    },
  };
}

function unavailable(cause: unknown): never {
  if (cause instanceof AppError) throw cause;
  throw new AppError('unavailable', 'Search is out of order; everything else can be read.', { cause });
}
