import type { Database } from '@guidepost/postgres';
import { AppError, createTurns } from '@guidepost/service-kit';
import type { SearchRequest, SearchResult } from '../port/search-index.ts';
import { createPostgresSearch, type Matches, type MatchRequest } from '../postgres/postgres-search.ts';

/** What a service searches for; what is gone is left out by itself. */
export type PageRequest = Omit<SearchRequest, 'exclude'>;
export type AllRequest = Omit<MatchRequest, 'exclude'>;

/** How a service searches; what it took back a moment ago is neither found nor counted. */
export interface Searcher {
  /** A page, best first, and the number of all. */
  page(request: PageRequest): Promise<SearchResult>;
  /** All that is found, for an order of the caller's. */
  all(request: AllRequest): Promise<Matches>;
}

export interface SearcherOptions {
  database: Database;
  /** Connections of the database; half of them may search at once, so that some are left for whoever reads. */
  poolSize: number;
  /** Documents that the index may still find although the request must not. */
  findGone: (request: AllRequest) => Promise<readonly number[]>;
}

const TURNS = { patience: 5_000, refusal: 'Too many searches are going on at the moment.' };

/** Whatever is wrong with the index is `unavailable`: everything but search goes on without it. */
export function createSearcher({ database, poolSize, findGone }: SearcherOptions): Searcher {
  const index = createPostgresSearch(database);
  const takeTurn = createTurns({ ...TURNS, atOnce: Math.ceil(poolSize / 2) });
  return {
    page: (request) =>
      takeTurn(async () => index.search({ ...request, exclude: await findGone(request) })).catch(unavailable),
    all: (request) =>
      takeTurn(async () => index.matches({ ...request, exclude: await findGone(request) })).catch(
        unavailable,
      ),
  };
}

function unavailable(cause: unknown): never {
  if (cause instanceof AppError) throw cause;
  throw new AppError('unavailable', 'Search is out of order; everything else can be read.', { cause });
}
