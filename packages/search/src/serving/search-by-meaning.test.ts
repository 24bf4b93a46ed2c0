import type { Database } from '@guidepost/postgres';
import { createLogger, createMetrics } from '@guidepost/service-kit/process';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createAnalyzer } from '../analysis/analyzer.ts';
import { createEmbeddedSearch, type EmbeddedSearch } from '../embedded/embedded-search.ts';
import type { SearchDocument } from '../port.ts';
import {
  type EmbeddingsServer,
  type Reply,
  startEmbeddingsServer,
  truth,
} from '../testing/embeddings-server.ts';
import { openSearchDatabase, type SearchDatabase } from '../testing/fed-engine.ts';
import { createEmbedding } from '../vectors/embed-documents.ts';
import { createEmbedder } from '../vectors/embeddings-client.ts';
import { createQueryVectors } from '../vectors/query-vectors.ts';
import { createSearcher, type PageRequest, type Searcher } from './searcher.ts';

const TENANT = { id: 1, language: 'en' };
const NEVER = 2 ** 31 - 1;

let opened: SearchDatabase;
let database: Database;
let server: EmbeddingsServer;
let index: EmbeddedSearch;
let documents: Map<string, SearchDocument>;
let searcher: Searcher;

beforeEach(async () => {
  opened = await openSearchDatabase();
  database = opened.database;
  server = await startEmbeddingsServer();
  index = createEmbeddedSearch(database);
  documents = new Map();
  searcher = searcherWithin(NEVER);
});
afterEach(async () => {
  await opened.close();
  await server.close();
});

const SNAPSHOT = `select search_revision($1) as revision, 'not_ready' as state, null as index_name, '{}'::bigint[] as excluded`;

function searcherWithin(timeLimit: number): Searcher {
  const logger = createLogger({ service: 'test', level: 'silent' });
  return createSearcher({
    database,
    logger,
    metrics: createMetrics('test'),
    queryVectors: createQueryVectors({ embedder: embedder(), logger, timeLimit }),
    findSnapshot: ({ tenant }) => database.one(SNAPSHOT, [tenant.id]),
  });
}
const embedder = () => createEmbedder({ url: server.origin, model: 'topics' });

async function write(tenant: number, own: readonly SearchDocument[]): Promise<void> {
  for (const document of own) documents.set(`${tenant} ${document.id}`, document);
  await index.put({ ...TENANT, id: tenant }, own);
  const embedSome = createEmbedding(
    {
      database,
      embedder: embedder(),
      load: async (id, ids) => ({
        tenant: { ...TENANT, id },
        documents: ids.flatMap((one) => documents.get(`${id} ${one}`) ?? []),
      }),
      onRefused: () => {},
    },
    new AbortController().signal,
  );
  while (await embedSome()) {
    // until all have vectors
  }
}
const titled = (id: number, title: string, more: Partial<SearchDocument> = {}): SearchDocument => ({
  id,
  fields: [title],
  facets: {},
  ...more,
});
const search = (text: string, request: Partial<PageRequest> = {}) =>
  searcher.page({
    tenant: TENANT,
    query: createAnalyzer('en').query(text),
    offset: 0,
    limit: 10,
    ...request,
  });
const find = async (text: string, request: Partial<PageRequest> = {}) => (await search(text, request)).ids;

const GUIDES = [
  titled(1, 'Choose a bill format'),
  titled(2, 'The monthly invoice'),
  titled(3, 'Choose roses'),
  titled(4, 'Ink and paper'),
];

describe('a search with vectors', () => {
  it('shows first what means the same', async () => {
    await write(1, GUIDES);
    expect(await find('choose how I owe you money')).toEqual([1, 2, 3, 4]);
  });

  it('finds and counts what has no word in common', async () => {
    await write(1, GUIDES);
    expect(await search('what do I owe')).toMatchObject({ ids: [1, 2], total: 2 });
    expect(await search('choose what I owe')).toMatchObject({ ids: [1, 2, 3, 4], total: 4 });
  });

  it.each(['choose', '"choose roses"', 'choose roses'])(
    'of few or quoted words finds only what has them: %s',
    async (text) => {
      await write(1, GUIDES);
      const { ids, total } = await search(text);
      expect(ids.toSorted()).toEqual(text.startsWith('"') ? [3] : [1, 3]);
      expect(total).toBe(ids.length);
    },
  );

  it('finds nothing for nonsense', async () => {
    await write(1, GUIDES);
    expect(await search('qwe asd zxc')).toMatchObject({ ids: [], total: 0 });
  });

  it('finds only what the tenant has', async () => {
    await write(1, [titled(3, 'Roses'), titled(4, 'Ink'), titled(5, 'Bills')]);
    await write(2, GUIDES);
    expect(await search('what do I owe')).toMatchObject({ ids: [5], total: 1 });
  });

  it('finds hidden documents for those who may see them', async () => {
    await write(1, [
      titled(1, 'The monthly invoice', { hidden: true }),
      titled(2, 'Choose roses'),
      titled(3, 'Ink'),
    ]);
    expect(await find('what do I owe')).toEqual([]);
    expect(await find('what do I owe', { hiddenToo: true })).toEqual([1]);
    expect(await find('choose what I owe')).toEqual([2, 3]);
  });

  it('finds only what has the wanted facets', async () => {
    await write(1, [
      titled(1, 'The monthly invoice', { facets: { category: [1] } }),
      titled(2, 'Bills', { facets: { category: [2] } }),
    ]);
    expect(await search('what do I owe', { facets: { category: [2] } })).toMatchObject({
      ids: [2],
      total: 1,
    });
  });

  it('finds no removed document, and changed ones by what they mean now', async () => {
    await write(1, GUIDES);
    await find('what do I owe');
    await index.remove(TENANT, [2]);
    expect(await find('what do I owe')).toEqual([1]);
    await write(1, [titled(1, 'Choose a printer'), titled(4, 'Bills')]);
    expect((await find('what do I owe'))[0]).toBe(4);
  });

  it('leaves out vectors of another model', async () => {
    await write(1, GUIDES);
    const other: Reply = ({ input }, response) =>
      response.end(
        JSON.stringify({
          model: 'other',
          data: input.map((_, place) => ({ index: place, embedding: [1, 0, 0, 0, 0] })),
        }),
      );
    server.reply = other;
    expect(await search('what do I owe to choose')).toMatchObject({ ids: [3, 1], total: 2 });
  });

  it('has pages that do not overlap', async () => {
    const guides = Array.from({ length: 260 }, (_, place) =>
      titled(place + 1, place % 2 === 0 ? `Choose ink ${place}` : `Choose rose ${place}`),
    );
    await write(1, [...guides, titled(300, 'The monthly invoice')]);
    const pages = [];
    for (let offset = 0; offset < 270; offset += 50)
      pages.push(await search('choose what to owe', { offset, limit: 50 }));
    const ids = pages.flatMap((page) => page.ids);
    expect(pages.map(({ total }) => total)).toEqual(Array(6).fill(261));
    expect(ids.toSorted((a, b) => a - b)).toEqual([...guides.map(({ id }) => id), 300]);
  });

  it('ranks by words when the server does not answer in time', async () => {
    await write(1, GUIDES);
    searcher = searcherWithin(5);
    server.reply = () => {};
    expect(await search('choose how I owe you money')).toMatchObject({ ids: [3, 1], total: 2 });
  });

  it('ranks further pages as the first one, which had no vector', async () => {
    await write(1, GUIDES);
    server.reply = (_, response) => response.writeHead(500).end();
    const first = await search('choose how I owe you money', { limit: 1 });
    server.reply = truth;
    const second = await search('choose how I owe you money', { offset: 1, limit: 1 });
    expect([first, second]).toMatchObject([
      { ids: [3], total: 2 },
      { ids: [1], total: 2 },
    ]);
  });

  it('waits for words and the vector at the same time', async () => {
    await write(1, GUIDES);
    const { promise: isAsked, resolve } = Promise.withResolvers<() => void>();
    server.reply = (question, response) => resolve(() => truth(question, response));
    const { promise: isLocked, resolve: locked } = Promise.withResolvers<void>();
    const { promise: isOver, resolve: over } = Promise.withResolvers<void>();
    const holding = database.tx('hold', async (transaction) => {
      await transaction.none('lock table search_tenants in access exclusive mode');
      locked();
      await isOver;
    });
    await isLocked;
    const finding = find('what do I owe');
    const answer = await isAsked;
    over();
    await holding;
    answer();
    expect(await finding).toEqual([1, 2]);
  });
});
