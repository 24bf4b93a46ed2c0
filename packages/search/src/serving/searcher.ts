import { type Database, halfOfConnections } from '@guidepost/postgres';
import { AppError, annotate, type Logger, type Metrics, traced, type Worker } from '@guidepost/service-kit';
import { createEmbeddedSearch, type OpenedTenant } from '../embedded/embedded-search.ts';
import {
  findTenantDocuments,
  type Matches,
  type MatchRequest,
  searchTenant,
} from '../embedded/search-tenant.ts';
import type { SearchEngine, SearchRequest, SearchResult } from '../port.ts';
import { createRowsSearch, type OpenedRows } from '../rows/search-rows.ts';
import type { QueryVectors } from '../vectors/query-vectors.ts';
import { createEngineSearch } from './engine-search.ts';
import type { Asked, FindSnapshot, Reason } from './rules.ts';

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
  /** The same for people at the desk of a tenant. */
  engineHealth(tenantId: number): Promise<EngineHealth>;
}

export interface EngineHealth {
  /** Undefined where the service searches itself. */
  name: string | undefined;
  isAnswering: boolean;
  /** Since when it is not, if a search has noticed. */
  since: Date | undefined;
  /** Whether the tenant's index is larger than the memory for it, so that it needs an engine. */
  isNeeded: boolean;
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
/** An index of the database, for tenants whose index is not in the process. */
const PLAIN = 'database';

/** Any failure is `unavailable`, so that only search is affected. */
export function createSearcher(options: SearcherOptions): Searcher {
  const { database, findSnapshot, engine, memory, queryVectors, logger, metrics } = options;
  const half = halfOfConnections(database);
  const rows = createRowsSearch(half);
  const embedded = createEmbeddedSearch(half, {
    ...(memory !== undefined && { memory }),
    hasVectors: queryVectors !== undefined,
    areNeeded: async () => !(await engineSearch?.isAnswering()),
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
  const engineSearch = engine && createEngineSearch({ ...options, rows, engine, countSearch });
  const tooLarge = createTooLarge(logger);

  /** By the index in this process, unless it is being read or too large: then by an index of the database. */
  async function findStandingBy(asked: Asked, reason: Reason): Promise<SearchResult> {
    const { request, revision, finding } = asked;
    const found = await embedded.find(request, revision);
    if (typeof found === 'string') {
      const opened = await openPlainly(asked, found);
      return rows.page(opened, { ...request, vector: await finding });
    }
    countSearch({ engine: EMBEDDED, reason });
    return searchTenant(found, { ...request, exclude: withExcluded(request, found), vector: await finding });
  }

  function openPlainly(
    { request, revision }: Pick<Asked, 'revision'> & { request: MatchRequest },
    why: 'being read' | 'too large',
  ): Promise<OpenedRows> {
    if (why === 'too large' && !engine) tooLarge.say(request.tenant.id);
    countSearch({ engine: PLAIN, reason: why === 'too large' ? 'too_large' : 'being_read' });
    return rows.open(request, revision);
  }

  async function findPage(request: PageRequest): Promise<SearchResult> {
    const hear = engineSearch?.awaitState();
    const finding = queryVectors?.find(request.query, request.offset > 0);
    const snapshot = await findSnapshot(request, engine?.settings ?? null);
    hear?.(snapshot.state);
    const asked = {
      request: { ...request, exclude: snapshot.excluded },
      revision: snapshot.revision,
      finding,
    };
    if (!engineSearch) return findStandingBy(asked, 'usual');
    const answer = await engineSearch.ask(asked, snapshot);
    if (!answer.result) return findStandingBy(asked, answer.reason);
    embedded.release(request.tenant.id);
    return answer.result;
  }

  async function findAll(request: AllRequest): Promise<Matches> {
    const { revision, excluded } = await findSnapshot(request, null);
    const asked = { ...request, exclude: excluded };
    if (engine && (await rows.isCounted(request.tenant.id, revision))) {
      countSearch({ engine: PLAIN, reason: 'order' });
      return rows.all(await rows.open(asked, revision), asked);
    }
    const found = await embedded.find(asked, revision);
    if (typeof found === 'string')
      return rows.all(await openPlainly({ request: asked, revision }, found), asked);
    countSearch({ engine: EMBEDDED, reason: engine ? 'counting' : 'usual' });
    return findTenantDocuments(found, { ...asked, exclude: withExcluded(asked, found) });
  }

  return {
    largeIndexes: embedded.largeIndexes,
    page: (request) => traced('search', () => findPage(request)).catch(unavailable),
    all: (request) => traced('search', () => findAll(request)).catch(unavailable),
    async answering() {
      if (!engine || !engineSearch) return EMBEDDED;
      return (await engineSearch.isAnswering()) ? engine.name : `${EMBEDDED}, standing by`;
    },
    async engineHealth(tenantId) {
      if (!engine || !engineSearch)
        return { name: undefined, isAnswering: true, since: undefined, isNeeded: tooLarge.has(tenantId) };
      const isAnswering = await engineSearch.isAnswering();
      const since = isAnswering ? undefined : engineSearch.awaySince;
      return { name: engine.title, isAnswering, since, isNeeded: false };
    },
  };
}

function withExcluded({ exclude = [] }: MatchRequest, { excluded }: OpenedTenant): number[] {
  return [...exclude, ...excluded];
}

/** Logs once for each tenant that it needs an engine. */
function createTooLarge(logger: Logger): { say(tenantId: number): void; has(tenantId: number): boolean } {
  const said = new Set<number>();
  return {
    say(tenantId) {
      if (said.has(tenantId)) return;
      said.add(tenantId);
      logger.warn(
        { tenantId },
        'a search index does not fit into SEARCH_MEMORY, so searches are partial: it needs Meilisearch',
      );
    },
    has: (tenantId) => said.has(tenantId),
  };
}

function unavailable(cause: unknown): never {
  if (cause instanceof AppError) throw cause;
  throw new AppError('unavailable', 'Search is unavailable; everything else still works.', { cause });
}
