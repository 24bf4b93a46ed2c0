import type { Database } from '@guidepost/postgres';
import { AppError, createSemaphore, type Logger, type Metrics } from '@guidepost/service-kit';
import type { SearchEngine } from '../port/search-engine.ts';
import type { SearchRequest, SearchResult } from '../port/search-index.ts';
import { createPostgresSearch, type Matches, type MatchRequest } from '../postgres/postgres-search.ts';
import { type Asked, createEngineSearch } from './engine-search.ts';
import type { FindSnapshot } from './search-snapshot.ts';

export type PageRequest = Omit<SearchRequest, 'exclude'>;
export type AllRequest = Omit<MatchRequest, 'exclude'>;

/** A service's search; removed documents are neither found nor counted. */
export interface Searcher {
  page(request: PageRequest): Promise<SearchResult>;
  all(request: AllRequest): Promise<Matches>;
  /** Which engine currently answers, for operators. */
  answering(): Promise<string>;
}

export interface SearcherOptions {
  database: Database;
  /** Half of the connections may search at once, to keep some for other reads. */
  poolSize: number;
  findSnapshot: FindSnapshot;
  /** Answers what it can; PostgreSQL answers the rest. */
  engine?: SearchEngine | undefined;
  logger: Logger;
  metrics: Metrics;
  pause?: number | undefined;
}

const POSTGRESQL = 'postgresql';

const NO_NEEDS = { settings: null, beginning: null };

const SEMAPHORE = { timeout: 5_000, message: 'Too many searches are running at the moment.' };

/** Any failure of PostgreSQL's index is `unavailable`, so that only search is affected. */
export function createSearcher(options: SearcherOptions): Searcher {
  const { database, poolSize, findSnapshot, engine, metrics } = options;
  const postgres = createPostgresSearch(database);
  const countSearch = metrics.addCounter({
    name: 'searches_total',
    help: 'Searches answered, by engine and the reason for choosing it',
    labelNames: ['engine', 'reason'],
  });
  const engineSearch = engine && createEngineSearch({ ...options, engine, countSearch });
  const withSlot = createSemaphore({ ...SEMAPHORE, permits: Math.ceil(poolSize / 2) });

  async function findPage(request: PageRequest): Promise<SearchResult> {
    const asked = (await engineSearch?.ask(request)) ?? { reason: 'usual' };
    if (!asked.result)
      return askPostgres(asked, request, (exclude) => postgres.search({ ...request, exclude }));
    return asked.result;
  }

  async function askPostgres<Result>(
    { reason, gone }: Asked,
    request: AllRequest,
    search: (exclude: readonly number[]) => Promise<Result>,
  ): Promise<Result> {
    const result = await withSlot(async () => search(gone ?? (await findSnapshot(request, NO_NEEDS)).gone));
    countSearch({ engine: POSTGRESQL, reason });
    return result;
  }

  return {
    page: (request) => findPage(request).catch(unavailable),
    all: (request) =>
      askPostgres({ reason: engine ? 'order' : 'usual' }, request, (exclude) =>
        postgres.matches({ ...request, exclude }),
      ).catch(unavailable),
    async answering() {
      if (!engine || !engineSearch) return POSTGRESQL;
      return (await engineSearch.isAnswering()) ? engine.name : `${POSTGRESQL}, standing by`;
    },
  };
}

function unavailable(cause: unknown): never {
  if (cause instanceof AppError) throw cause;
  throw new AppError('unavailable', 'Search is unavailable; everything else still works.', { cause });
}
