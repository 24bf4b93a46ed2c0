import { createLogger } from '@guidepost/service-kit/process';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createAnalyzer } from '../analysis/analyzer.ts';
import {
  type EmbeddingsServer,
  type Reply,
  startEmbeddingsServer,
  truth,
} from '../testing/embeddings-server.ts';
import { createEmbedder } from './embeddings-client.ts';
import { createQueryVectors, type QueryVectors, type QueryVectorsOptions } from './query-vectors.ts';

const NEVER = 2 ** 31 - 1;
const SOON = 5;

let server: EmbeddingsServer;
let lines: object[];

beforeEach(async () => {
  server = await startEmbeddingsServer();
  lines = [];
});
afterEach(() => server.close());

const create = (options: Partial<QueryVectorsOptions> = {}): QueryVectors =>
  createQueryVectors({
    embedder: createEmbedder({ url: server.origin, model: 'topics', key: 'sesame' }),
    logger: createLogger({
      service: 'test',
      level: 'info',
      stream: { write: (line) => void lines.push(JSON.parse(line)) },
    }),
    timeLimit: NEVER,
    ...options,
  });
const queryOf = (text: string) => createAnalyzer('en').query(text);
const find = (vectors: QueryVectors, text = 'how do I pay', isContinued = false) =>
  vectors.find(queryOf(text), isContinued);
const hang: Reply = () => {};
const fail: Reply = (_, response) => response.writeHead(500).end();

describe("a query's vector", () => {
  it('is asked for once', async () => {
    const vectors = create();
    const [first, second] = await Promise.all([find(vectors), find(vectors, ' how do I pay ')]);
    expect(first).toMatchObject({ space: 'topics, topics, 5' });
    expect(second).toBe(first);
    expect(await find(vectors)).toBe(first);
    expect(server.take()).toMatchObject([{ input: ['how do I pay'] }]);
  });

  it.each(['"point in time"', 'pay "right now"', 'pg_stat_activity', 'settings.json', '', '?!'])(
    'is not asked for where words have to be met exactly: %s',
    async (text) => {
      expect(await find(create(), text)).toBeUndefined();
      expect(server.take()).toEqual([]);
    },
  );

  it('is waited for until the time limit', async () => {
    server.reply = hang;
    expect(await find(create({ timeLimit: SOON }))).toBeUndefined();
  });

  it('is waited for no longer when the answer drips', async () => {
    server.reply = (_, response) => response.write('{"data": [');
    expect(await find(create({ timeLimit: SOON }))).toBeUndefined();
  });

  it('comes when the server answers in time, however long that is', async () => {
    const { promise: asked, resolve } = Promise.withResolvers<() => void>();
    server.reply = (question, response) => resolve(() => truth(question, response));
    const finding = find(create());
    (await asked)();
    expect(await finding).toBeDefined();
  });

  it.each<[string, Reply]>([
    ['fails', fail],
    ['refuses', (_, response) => response.writeHead(400).end()],
    ['says nonsense', (_, response) => response.end('{}')],
    ['hangs up', (_, response) => response.destroy()],
  ])('is missing when the server %s, and asked for again', async (_, reply) => {
    const vectors = create();
    server.reply = reply;
    expect(await find(vectors)).toBeUndefined();
    server.reply = truth;
    expect(await find(vectors)).toBeDefined();
  });

  it('is not asked for after five failures, until the server answers again', async () => {
    const vectors = create({ pause: NEVER });
    server.reply = fail;
    for (let place = 0; place < 5; place += 1) await find(vectors, `how do I pay ${place} invoices`);
    expect(server.take()).toHaveLength(5);
    expect(await find(vectors)).toBeUndefined();
    expect(server.take()).toEqual([]);
    expect(lines).toMatchObject([
      {
        level: 40,
        reason: 'The embeddings server answers with status 500.',
        msg: 'searches are ranked without vectors for now',
      },
    ]);
    expect(JSON.stringify(lines)).not.toMatch(/sesame|invoices/);
  });

  it('is asked for again after a pause', async () => {
    const vectors = create({ pause: 1 });
    server.reply = fail;
    for (let place = 0; place < 5; place += 1) await find(vectors, `how do I pay ${place} invoices`);
    server.reply = truth;
    while (!(await find(vectors))) await new Promise(setImmediate);
    expect(lines).toMatchObject([{}, { level: 30, msg: 'searches are ranked with vectors again' }]);
  });

  describe('for a further page', () => {
    it('is missing if the first page had none', async () => {
      const vectors = create();
      server.reply = fail;
      await find(vectors);
      server.reply = truth;
      expect(await find(vectors, 'how do I pay', true)).toBeUndefined();
      expect(await find(vectors, 'how do I pay', false)).toBeDefined();
      expect(await find(vectors, 'how do I pay', true)).toBeDefined();
    });

    it('is that of the first page, even if the server is away by then', async () => {
      const vectors = create();
      const first = await find(vectors);
      server.reply = fail;
      expect(await find(vectors, 'how do I pay', true)).toBe(first);
    });

    it('is asked for when this instance has not seen the first', async () => {
      expect(await find(create(), 'how do I pay', true)).toBeDefined();
    });
  });
});
