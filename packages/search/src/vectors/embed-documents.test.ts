import type { Database } from '@guidepost/postgres';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createEmbeddedSearch, type EmbeddedSearch } from '../embedded/embedded-search.ts';
import type { SearchDocument } from '../port.ts';
import { forgetStaleVectors } from '../queue/search-worker.ts';
import {
  answerOf,
  type EmbeddingsServer,
  type Reply,
  startEmbeddingsServer,
  truth,
} from '../testing/embeddings-server.ts';
import { openSearchDatabase, type SearchDatabase } from '../testing/fed-engine.ts';
import { createEmbedding, createVectorWorker, type VectorFeed } from './embed-documents.ts';
import { createEmbedder } from './embeddings-client.ts';

const TENANT = { id: 1, language: 'en' };

let opened: SearchDatabase;
let database: Database;
let server: EmbeddingsServer;
let index: EmbeddedSearch;
/** Texts by tenant and id, as the service has them. */
let texts: Map<string, string>;
let refused: number[];

beforeEach(async () => {
  opened = await openSearchDatabase();
  database = opened.database;
  server = await startEmbeddingsServer();
  index = createEmbeddedSearch(database);
  texts = new Map();
  refused = [];
});
afterEach(async () => {
  await opened.close();
  await server.close();
});

const feed = (model = 'topics'): VectorFeed => ({
  database,
  embedder: createEmbedder({ url: server.origin, model }),
  load: async (id, ids) => ({
    tenant: { ...TENANT, id },
    documents: ids.flatMap((one) => documentOf(id, one)),
  }),
  onRefused: ({ documentId }) => refused.push(documentId),
});
const documentOf = (tenant: number, id: number): SearchDocument[] => {
  const text = texts.get(`${tenant} ${id}`);
  return text === undefined ? [] : [{ id, fields: [`Title ${id}`, text], facets: {} }];
};
async function write(id: number, text: string, tenant = 1): Promise<void> {
  texts.set(`${tenant} ${id}`, text);
  await index.put({ ...TENANT, id: tenant }, documentOf(tenant, id));
}
const remove = async (id: number) => {
  texts.delete(`1 ${id}`);
  await index.remove(TENANT, [id]);
};
async function embedAll(embedSome = createEmbedding(feed(), new AbortController().signal)): Promise<void> {
  while (await embedSome()) {
    // until nothing is left
  }
}
/** The texts that were asked for since the last call, but for the question whether the server is there. */
const asked = () => server.take().flatMap(({ input }) => input.filter((one) => one !== 'Guidepost'));
const stored = () =>
  database.any<{ tenant: number; id: number; space: string; passages: number }>(
    `select tenant_id as tenant, document_id as id, space, length(hashes) / 8 as passages
     from search_vectors order by 1, 2`,
  );
const ids = async () => (await stored()).map(({ tenant, id }) => `${tenant} ${id}`);

describe('vectors of documents', () => {
  it('are made for all that have none', async () => {
    await write(1, 'Pay an invoice.');
    await write(2, 'Plant roses.');
    await write(3, 'Print.', 2);
    await embedAll();
    expect(asked().toSorted()).toEqual([
      'Title 1\nPay an invoice.',
      'Title 2\nPlant roses.',
      'Title 3\nPrint.',
    ]);
    const space = 'topics, topics, 5';
    expect(await stored()).toEqual([
      { tenant: 1, id: 1, space, passages: 1 },
      { tenant: 1, id: 2, space, passages: 1 },
      { tenant: 2, id: 3, space, passages: 1 },
    ]);
  });

  it('are stored whatever the server calls its model', async () => {
    const name = `${'\0\ud800'.repeat(150)}`;
    server.reply = ({ input }, response) => response.end(JSON.stringify(answerOf(input, name)));
    await write(1, 'Pay.');
    await embedAll();
    expect((await stored()).map(({ space }) => space)).toEqual([`topics, ${'\ufffd'.repeat(100)}, 5`]);
  });

  it('are made for each passage, some at a time', async () => {
    const text = Array.from({ length: 600 }, (_, place) => `pay${place}`).join(' ');
    for (let id = 1; id <= 60; id += 1) await write(id, text);
    await embedAll();
    const requests = server.take().map(({ input }) => input.length);
    expect(Math.max(...requests)).toBe(16);
    const passages = (await stored()).map((one) => one.passages);
    expect(passages).toEqual(Array(60).fill(4));
  });

  it('are not made again for passages that stay the same', async () => {
    const first = 'pay '.repeat(159);
    await write(1, `${first}roses`);
    await embedAll();
    asked();
    await write(1, `${first}roses`);
    await embedAll();
    expect(asked()).toEqual([]);
    await write(1, `${first}roses then tulips`);
    await embedAll();
    expect(asked()).toEqual(['Title 1\nthen tulips']);
    expect(await stored()).toMatchObject([{ passages: 2 }]);
    await write(1, `${first}tulips`);
    await embedAll();
    expect(asked()).toHaveLength(1);
    expect(await stored()).toMatchObject([{ passages: 1 }]);
  });

  it('leave with their documents', async () => {
    await write(1, 'Pay.');
    await write(2, 'Plant.');
    await embedAll();
    await remove(1);
    expect(await ids()).toEqual(['1 2']);
  });

  it('are not kept for a document that is removed while the server thinks', async () => {
    await write(1, 'Pay.');
    await write(2, 'Plant.');
    server.reply = async (question, response) => {
      if (question.input.length > 1) await remove(1);
      truth(question, response);
    };
    await embedAll();
    expect(await ids()).toEqual(['1 2']);
  });

  it('come back with a document', async () => {
    await write(1, 'Pay.');
    await embedAll();
    await remove(1);
    await write(1, 'Pay.');
    await embedAll();
    expect(await ids()).toEqual(['1 1']);
  });

  it('are all made again for another model', async () => {
    await write(1, 'Pay.');
    await write(2, 'Plant.');
    await embedAll();
    asked();
    await embedAll(createEmbedding(feed('better'), new AbortController().signal));
    expect(asked()).toHaveLength(2);
    expect((await stored()).map(({ space }) => space)).toEqual(Array(2).fill('better, better, 5'));
  });

  it('are all made again when the server has changed its model by itself', async () => {
    await write(1, 'Pay.');
    const embedSome = createEmbedding(feed(), new AbortController().signal);
    await embedAll(embedSome);
    server.reply = ({ input }, response) => response.end(JSON.stringify(answerOf(input, 'other')));
    await write(2, 'Plant.');
    await expect(embedSome()).rejects.toThrow(
      'The embeddings server went from topics, topics, 5 to topics, other, 5.',
    );
    await embedAll(embedSome);
    expect((await stored()).map(({ space }) => space)).toEqual(Array(2).fill('topics, other, 5'));
  });

  it.each<[string, Reply]>([
    ['fails', (_, response) => response.writeHead(500).end()],
    ['hangs up', (_, response) => response.destroy()],
    ['says nonsense', (_, response) => response.end('{"data": [{"index": 0, "embedding": ["x"]}]}')],
  ])('wait for a server that %s, while documents are found', async (_, reply) => {
    server.reply = reply;
    await write(1, 'Pay.');
    const embedSome = createEmbedding(feed(), new AbortController().signal);
    await expect(embedSome()).rejects.toThrow();
    expect(await ids()).toEqual([]);
    server.reply = truth;
    await embedAll(embedSome);
    expect(await ids()).toEqual(['1 1']);
  });

  it('are missing for passages that the server refuses, which are not sent again', async () => {
    server.reply = (question, response) => {
      if (question.input.some((one) => one.includes('plant'))) response.writeHead(400).end();
      else truth(question, response);
    };
    for (const [place, text] of ['pay', 'plant', 'print', `${'pay '.repeat(160)}plant`].entries())
      await write(place + 1, text);
    const embedSome = createEmbedding(feed(), new AbortController().signal);
    await embedAll(embedSome);
    expect((await stored()).map((one) => one.passages)).toEqual([1, 0, 1, 1]);
    expect(refused).toEqual([2, 4]);
    asked();
    await embedAll(embedSome);
    expect(asked()).toEqual([]);
  });

  it('are made by one instance at a time', async () => {
    await write(1, 'Pay.');
    const { promise: isAsked, resolve } = Promise.withResolvers<() => void>();
    server.reply = (question, response) => resolve(() => truth(question, response));
    const first = createEmbedding(feed(), new AbortController().signal)();
    const answer = await isAsked;
    expect(await createEmbedding(feed(), new AbortController().signal)()).toBe(false);
    server.reply = truth;
    answer();
    expect(await first).toBe(true);
  });

  it('of earlier texts are deleted if no server makes new ones within an hour', async () => {
    await write(1, 'Pay.');
    await write(2, 'Plant.');
    await embedAll();
    await write(2, 'Plant again.');
    await forgetStaleVectors(database);
    expect(await ids()).toEqual(['1 1', '1 2']);
    await database.none("update search_documents set changed_at = now() - interval '61 minutes'");
    await forgetStaleVectors(database);
    expect(await ids()).toEqual(['1 1']);
  });

  it('of a document that is gone are deleted, however they came to be there', async () => {
    await write(1, 'Animal.');
    await embedAll();
    await database.none('delete from search_documents');
    await forgetStaleVectors(database);
    expect(await ids()).toEqual([]);
  });
});

describe('the worker that makes vectors', () => {
  it('stops while the server hangs', async () => {
    const { promise: isAsked, resolve } = Promise.withResolvers<void>();
    server.reply = () => resolve();
    const failures: unknown[] = [];
    const worker = createVectorWorker({
      ...feed(),
      onFailure: (error) => failures.push(error),
      onRecovery: () => {},
    });
    worker.start();
    await isAsked;
    await worker.stop();
    expect(failures).toEqual([]);
  });

  it('says once that the server fails, and once that it is back', async () => {
    const { promise: isBack, resolve } = Promise.withResolvers<void>();
    server.reply = (_, response) => response.writeHead(503).end();
    await write(1, 'Pay.');
    const failures: unknown[] = [];
    const worker = createVectorWorker({
      ...feed(),
      onFailure(error) {
        failures.push(error);
        server.reply = truth;
      },
      onRecovery: resolve,
      pause: 1,
    });
    worker.start();
    await isBack;
    await worker.stop();
    expect(failures).toMatchObject([{ message: 'The embeddings server answers with status 503.' }]);
    expect(await ids()).toEqual(['1 1']);
  });
});
