import type { Database } from '@guidepost/postgres';
import { AppError, annotate, type Logger, type Metrics, traced, type Worker } from '@guidepost/service-kit';
import { createEmbeddedSearch } from '../embedded/embedded-search.ts';
import {
  findTenantDocuments,
  type Matches,
  type MatchRequest,
  type SearchedTenant,
  searchTenant,
} from '../embedded/search-tenant.ts';
import type { SearchEngine, SearchRequest, SearchResult } from '../port.ts';
import type { QueryVectors } from '../vectors/query-vectors.ts';
import { createEngineSearch } from './engine-search.ts';
import type { FindSnapshot, SearchSnapshot } from './rules.ts';

export type PageRequest = Omit<SearchRequest, 'exclude'>;
export type AllRequest = Omit<MatchRequest, 'exclude'>;

/** A service's search; removed documents are neither found nor counted. */
export interface Searcher {
  page(request: PageRequest): Promise<SearchResult>;
  all(request: AllRequest): Promise<Matches>;
  /** Reads large indexes after a start, and keeps them. */
  readonly largeIndexes: Worker;
  /** Which engine currently answers, for operators. */
  answering(): Promise<string>;
  /** The same for people at desks. */
  engineHealth(): Promise<EngineHealth>;
}

export interface EngineHealth {
  /** Undefined where the service searches itself. */
  name: string | undefined;
  isAnswering: boolean;
  /** Since when it is not, if a search has noticed. */
  since: Date | undefined;
}

export interface SearcherOptions {
  database: Database;
  findSnapshot: FindSnapshot;
  /** Bytes for indexes in this process. */
  memory?: number | undefined;
  /** Answers what it can; the service answers the rest. */
  engine?: SearchEngine | undefined;
  /** Ranks by meaning, too. */
  queryVectors?: QueryVectors | undefined;
  logger: Logger;
  metrics: Metrics;
  pause?: number | undefined;
}

/** The index in this process. */
const EMBEDDED = 'embedded';

/** Any failure is `unavailable`, so that only search is affected. */
export function createSearcher(options: SearcherOptions): Searcher {
  const { database, findSnapshot, engine, memory, queryVectors, logger, metrics } = options;
  const embedded = createEmbeddedSearch(database, {
    ...(memory !== undefined && { memory }),
    hasVectors: queryVectors !== undefined,
    onFailure: (err) => logger.warn({ err }, 'an index in memory cannot be brought up to date'),
    onUnusable: (err) => logger.warn({ err }, 'a kept index is of no use; documents are read instead'),
    onKeepingFailure: (err) => logger.warn({ err }, 'search indexes cannot be kept'),
  });
  const count = metrics.addCounter({
    name: 'searches_total',
    help: 'Searches answered, by engine and the reason for choosing it',
    labelNames: ['engine', 'reason'],
  });
  const countSearch: typeof count = (labels) => {
    count(labels);
    annotate({ 'guidepost.search.engine': labels.engine, 'guidepost.search.reason': labels.reason });
  };
  const engineSearch = engine && createEngineSearch({ ...options, engine, countSearch });

  async function open(
    request: AllRequest,
    settings: string | null,
  ): Promise<{ snapshot: SearchSnapshot; tenant: SearchedTenant; asked: MatchRequest }> {
    const snapshot = await findSnapshot(request, settings);
    const tenant = await embedded.open(request, snapshot.revision);
    const excluded = [...snapshot.excluded, ...tenant.excluded];
    return { snapshot: { ...snapshot, excluded }, tenant, asked: { ...request, exclude: excluded } };
  }

  async function findPage(request: PageRequest): Promise<SearchResult> {
    const hear = engineSearch?.awaitState();
    const finding = queryVectors?.find(request.query, request.offset > 0);
    const { snapshot, tenant, asked } = await open(request, engine?.settings ?? null);
    hear?.(snapshot.state);
    const complete = { ...request, ...asked, vector: await finding };
    const answer = await engineSearch?.ask(complete, tenant, snapshot);
    if (answer?.result) return answer.result;
    countSearch({ engine: EMBEDDED, reason: answer?.reason ?? 'usual' });
    return searchTenant(tenant, complete);
  }

  async function findAll(request: AllRequest): Promise<Matches> {
    const { tenant, asked } = await open(request, null);
    countSearch({ engine: EMBEDDED, reason: engine ? 'order' : 'usual' });
    return findTenantDocuments(tenant, asked);
  }

  return {
    largeIndexes: embedded.largeIndexes,
    page: (request) => traced('search', () => findPage(request)).catch(unavailable),
    all: (request) => traced('search', () => findAll(request)).catch(unavailable),
    async answering() {
      if (!engine || !engineSearch) return EMBEDDED;
      return (await engineSearch.isAnswering()) ? engine.name : `${EMBEDDED}, standing by`;
    },
    async engineHealth() {
      if (!engine || !engineSearch) return { name: undefined, isAnswering: true, since: undefined };
      const isAnswering = await engineSearch.isAnswering();
      return { name: engine.title, isAnswering, since: isAnswering ? undefined : engineSearch.awaySince };
    },
  };
}

function unavailable(cause: unknown): never {
  if (cause instanceof AppError) throw cause;
  throw new AppError('unavailable', 'Search is unavailable; everything else still works.', { cause });
}
