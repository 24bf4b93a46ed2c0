import type { MeilisearchAccess } from '@guidepost/local-servers/testing';
import type { Database } from '@guidepost/postgres';
import { type MigratedDatabase, openMigratedDatabase } from '@guidepost/testing';
import { createAnalyzer } from '../analysis/analyzer.ts';
import { createEmbeddedSearch } from '../embedded/embedded-search.ts';
import { createMeilisearch } from '../meilisearch/meilisearch-engine.ts';
import type { EngineIndex, EngineWord, SearchDocument, SearchEngine, SearchIndex } from '../port.ts';
import type { EngineFeed } from '../queue/engine-batch.ts';
import { feedWholeEngine } from '../queue/feed-engine.ts';
import { feedWholeQueue, type IndexFeed } from '../queue/feed-index.ts';
import { createRowsSearch } from '../rows/search-rows.ts';
import { SEARCH_MIGRATIONS } from '../schema.ts';
import { searchOnEngine } from '../serving/engine-search.ts';
import { ENGLISH } from './contract-documents.ts';

export type SearchDatabase = MigratedDatabase;

/** A database with an engine fed from its records. */
export interface FedEngine {
  database: Database;
  engine: SearchEngine;
  records: Map<number, Partial<SearchDocument>>;
  heard: string[];
  /** Writes a record, or removes it if undefined. */
  write(id: number, record: string | Partial<SearchDocument> | undefined, tenantId?: number): Promise<void>;
  indexFeed(): IndexFeed;
  /** @param changed overrides for the engine's index */
  engineFeed(changed?: (index: EngineIndex) => Partial<EngineIndex>): EngineFeed;
  /** Processes the queue into the local index and the engine's backlog. */
  handOver(): Promise<void>;
  /** Empties the backlog into the engine. */
  fill(): Promise<void>;
  /** The results of the engine itself, whatever is in the index of this process. */
  find(query: string): Promise<number[]>;
  indexName(): Promise<string>;
  waiting(): Promise<number[]>;
  /** Restores the state after the migrations, with an empty engine. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

export async function openFedEngine(access: MeilisearchAccess): Promise<FedEngine> {
  const { database, close } = await openSearchDatabase();
  const engine = createMeilisearch(access);
  const index = createEmbeddedSearch(database);
  const records: FedEngine['records'] = new Map();
  const heard: string[] = [];
  const toDocument = (id: number): SearchDocument[] => {
    const record = records.get(id);
    return record === undefined ? [] : [{ id, fields: [], facets: {}, ...record }];
  };
  const shared = {
    database,
    load: async (id: number, ids: number[]) => ({
      tenant: { ...ENGLISH, id },
      documents: ids.flatMap(toDocument),
    }),
  };
  const fed: FedEngine = {
    database,
    engine,
    records,
    heard,
    async write(id, record, tenantId = ENGLISH.id) {
      if (record === undefined) records.delete(id);
      else records.set(id, typeof record === 'string' ? { fields: [record] } : record);
      await database.one('select queue_for_search($1, array[$2::bigint])', [tenantId, id]);
    },
    indexFeed: () => ({
      ...shared,
      index,
      onRejected: ({ documentId }) => heard.push(`embedded set ${documentId} aside`),
    }),
    engineFeed: (changed = () => ({})) => ({
      ...shared,
      service: 'test',
      engine: {
        ...engine,
        index(name) {
          const original = engine.index(name);
          return { ...original, ...changed(original) };
        },
      },
      onRejected: ({ documentId }) => heard.push(`set ${documentId} aside`),
      onRefill: () => heard.push('refill'),
      onReady: () => heard.push('ready'),
    }),
    handOver: () => feedWholeQueue(fed.indexFeed()),
    fill: () => feedWholeEngine(fed.engineFeed()),
    async find(text) {
      const request = { tenant: ENGLISH, words: engineWords(ENGLISH.language, text), limit: 1_000 };
      const { ids } = await engine.index(await fed.indexName()).candidates(request);
      return ids.toSorted((a, b) => a - b);
    },
    indexName: async () => (await database.one('select name from search_indexes')).name,
    waiting: async () =>
      (await database.any('select document_id from search_backlog order by document_id')).map(
        ({ document_id }) => document_id,
      ),
    async clear() {
      for (const { name } of await database.any('select name from search_indexes')) {
        await engine.index(name).drop();
      }
      await database.none(
        'truncate search_queue, search_documents, search_words, search_tenants, search_indexes cascade',
      );
      records.clear();
      heard.length = 0;
    },
    async close() {
      await fed.clear();
      await close();
    },
  };
  return fed;
}

export function openSearchDatabase(): Promise<SearchDatabase> {
  return openMigratedDatabase('search', [SEARCH_MIGRATIONS]);
}

/** An engine's index, whose candidates are ranked by their rows, as in a service. */
export function createRankedEngine(database: Database, engine: EngineIndex): SearchIndex {
  const embedded = createEmbeddedSearch(database);
  const rows = createRowsSearch(database);
  return {
    prepare: engine.prepare,
    async put(tenant, documents) {
      await embedded.put(tenant, documents);
      await engine.feed([[{ tenant, documents, removed: [] }]], 1);
    },
    async remove(tenant, ids) {
      await embedded.remove(tenant, ids);
      await engine.feed([[{ tenant, documents: [], removed: ids }]], 1);
    },
    async search(request) {
      const { revision } = await database.one('select search_revision($1) as revision', [request.tenant.id]);
      return searchOnEngine({ engineIndex: engine, rows }, await rows.open(request, revision), request);
    },
  };
}

/** The words of a query as written, to see what an engine itself holds. */
export function engineWords(language: string, text: string): EngineWord[] {
  return createAnalyzer(language)
    .query(text)
    .words.map(({ form, stem }) => ({ stems: [stem], forms: [form] }));
}

/** The index of the database, searched where it is. */
export function createSearchInRows(database: Database): SearchIndex {
  const { prepare, put, remove } = createEmbeddedSearch(database);
  const rows = createRowsSearch(database);
  return {
    prepare,
    put,
    remove,
    async search(request) {
      const { revision } = await database.one('select search_revision($1) as revision', [request.tenant.id]);
      return rows.page(await rows.open(request, revision), request);
    },
  };
}

/** Documents as they were before there were counts of words. */
export async function forgetCounts(database: Database): Promise<void> {
  await database.none(`
    delete from search_words;
    update search_documents set keys = null;
    update search_tenants set revision = revision + 1, visible = 0, visible_words = 0, memory = 0, words = 0`);
}
