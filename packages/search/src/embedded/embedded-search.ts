import { type Database, sql } from '@guidepost/postgres';
import { runInSlices, startTimeSlice, type Worker } from '@guidepost/service-kit';
import { ANALYSIS, createAnalyzer } from '../analysis/analyzer.ts';
import { createLargeIndexes, removeOutdatedKept } from '../kept/keep-indexes.ts';
import { encodeWords, indexedWords } from '../memory/indexed-words.ts';
import type { SearchIndex } from '../port.ts';
import { documentKeys } from '../rows/word-keys.ts';
import { removeWritten, type WrittenDocument, writeDocuments } from '../rows/write-documents.ts';
import { resolveSynonyms } from '../synonyms/synonyms.ts';
import { type Explanation, explain } from './explain.ts';
import {
  findRevision,
  LONGEST_DELAY,
  type ResidentIndex,
  ResidentIndexes,
  type ResidentOptions,
} from './resident-indexes.ts';
import {
  facetTexts,
  type MatchRequest,
  readQuery,
  type SearchedTenant,
  searchTenant,
} from './search-tenant.ts';

/** Search in this process, on documents in the service's own database. */
export interface EmbeddedSearch extends SearchIndex {
  /** Reads a query in the tenant's index, which has at least this revision unless that fails or takes long. */
  open(request: MatchRequest, revision: number): Promise<OpenedTenant>;
  /**
   * The same for an index that fits into the memory and is there within the patience.
   * @returns why there is none
   */
  find(request: MatchRequest, revision: number): Promise<OpenedTenant | 'being read' | 'too large'>;
  /** Drops the index of a tenant that is searched elsewhere. */
  release(tenantId: number): void;
  /** Reads large indexes after a start, and keeps them. */
  readonly largeIndexes: Worker;
  /** As everyone searches; a hidden document, as those who may find it. Undefined for one that is not indexed. */
  explain(request: MatchRequest, id: number): Promise<Explanation | undefined>;
}

export interface EmbeddedOptions extends Partial<ResidentOptions> {
  /** Called if an index cannot be kept. */
  onKeepingFailure?: ((error: unknown) => void) | undefined;
  /** Milliseconds that a search waits for an index to catch up. */
  patience?: number;
  /** Whether large indexes are to be read after a start; they are by default. */
  areNeeded?: (() => Promise<boolean>) | undefined;
}

export interface OpenedTenant extends SearchedTenant {
  /** Documents that clients may no longer find, although they are in the index; exclude them. */
  readonly excluded: readonly number[];
}

/** Milliseconds: a search with an index somewhat behind is better than one that waits for an import. */
const USUAL_PATIENCE = 500;

const USUAL_MEMORY = 512 * 2 ** 20;

/** The share of the memory for indexes that have not been searched yet. */
const WARM_SHARE = 0.8;

const requeue = sql`
  -- Queues documents whose words are from an earlier version of the analysis than $1, or not counted. Those that are
  -- queued stay so.
  insert into search_queue (tenant_id, document_id)
  select d.tenant_id, d.document_id
  from search_documents d
  where (d.analysis < $1 or d.keys is null) and d.words is not null
  order by d.tenant_id, d.document_id
  on conflict (tenant_id, document_id) do nothing
`;
const listForgettable = sql`
  -- Across tenants: a worker cleans up.
  -- Tenants with documents that were removed more than $1 milliseconds ago.
  select distinct d.tenant_id as id
  from search_documents d
  where d.words is null and d.changed_at < now() - $1 * interval '1 millisecond'
`;
const lockTenant = sql`
  select t.revision from search_tenants t where t.tenant_id = $1 for update
`;
const forget = sql`
  -- Deletes what is left of documents that were removed more than $2 milliseconds ago, and notes up to which revision.
  with gone as (
    delete from search_documents d
    where d.tenant_id = $1 and d.words is null and d.changed_at < now() - $2 * interval '1 millisecond'
    returning d.revision
  )
  update search_tenants t
  set forgotten = greatest(t.forgotten, (select max(g.revision) from gone g))
  where t.tenant_id = $1
`;

/** Milliseconds that instances have to learn of a removed document; later they read the index again. */
const REMEMBERED = 86_400_000;

export function createEmbeddedSearch(
  database: Database,
  { memory = USUAL_MEMORY, patience = USUAL_PATIENCE, ...options }: EmbeddedOptions = {},
): EmbeddedSearch {
  const indexes = new ResidentIndexes(database, { memory, ...options });
  const { onKeepingFailure = () => {}, areNeeded } = options;

  async function openWithin(
    request: MatchRequest,
    revision: number,
    milliseconds: number,
  ): Promise<OpenedTenant> {
    return openIndex(await indexes.at(request.tenant.id, revision, milliseconds), request);
  }

  async function openIndex(
    { index, vectors, synonyms, excluded }: ResidentIndex,
    request: MatchRequest,
  ): Promise<OpenedTenant> {
    const analyzer = createAnalyzer(request.tenant.language);
    const reading = { index, vectors, analyzer, synonyms: await resolveSynonyms(synonyms, analyzer) };
    const tenant = await readQuery(reading, request);
    return {
      ...tenant,
      excluded: request.hiddenToo ? excluded.removed : [...excluded.removed, ...excluded.hidden],
    };
  }

  async function openCurrent(request: MatchRequest): Promise<OpenedTenant> {
    const { revision } = await database.one<{ revision: number }>(findRevision([request.tenant.id]));
    return openWithin(request, revision, LONGEST_DELAY);
  }

  return {
    async prepare() {
      // Its tables are created by the service's migrations.
    },
    async put(tenant, documents) {
      const analyzer = createAnalyzer(tenant.language);
      // 200 kB of text take some 70 ms.
      const slice = startTimeSlice();
      const written: WrittenDocument[] = [];
      for (const { id, fields, facets, hidden = false } of documents) {
        const words = await runInSlices(indexedWords(fields, analyzer), slice);
        const keys = documentKeys(tenant.id, words);
        written.push({ id, hidden, facets: facetTexts(facets), words: encodeWords(words), keys });
      }
      await writeDocuments(database, tenant.id, written);
    },
    remove: (tenant, ids) => removeWritten(database, tenant.id, ids),
    largeIndexes: createLargeIndexes({
      database,
      indexes,
      memory: memory * WARM_SHARE,
      areNeeded,
      onFailure: onKeepingFailure,
    }),
    open: (request, revision) => openWithin(request, revision, patience),
    async find(request, revision) {
      const found = await indexes.find(request.tenant.id, revision, patience);
      return typeof found === 'string' ? found : openIndex(found, request);
    },
    release: (tenantId) => indexes.drop(tenantId),
    async search(request) {
      const tenant = await openCurrent(request);
      return searchTenant(tenant, { ...request, exclude: [...(request.exclude ?? []), ...tenant.excluded] });
    },
    async explain(request, id) {
      const tenant = await openCurrent(request);
      if (!tenant.index.get(id)?.hidden) return explain(tenant, request, id);
      const all = { ...request, hiddenToo: true };
      return explain(await openCurrent(all), all, id);
    },
  };
}

/** Deletes what instances no longer need to know of removed documents, and kept indexes that may have them. */
export async function forgetRemoved(database: Database): Promise<void> {
  for (const { id } of await database.any<{ id: number }>(listForgettable([REMEMBERED]))) {
    await database.tx('forget-removed-documents', async (transaction) => {
      // First, as by those who write the tenant's documents.
      await transaction.any(lockTenant([id]));
      await transaction.none(forget([id, REMEMBERED]));
    });
  }
  await removeOutdatedKept(database);
}

/** Queues the documents that an earlier version of the analysis read. */
export async function queueOutdated(database: Database): Promise<void> {
  await database.none(requeue([ANALYSIS]));
}
