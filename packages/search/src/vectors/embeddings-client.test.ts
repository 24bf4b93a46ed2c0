import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import {
  answerOf,
  type EmbeddingsServer,
  type Reply,
  startEmbeddingsServer,
  truth,
} from '../testing/embeddings-server.ts';
import { createEmbedder } from './embeddings-client.ts';

let server: EmbeddingsServer;

beforeAll(async () => {
  server = await startEmbeddingsServer();
});
afterAll(() => server.close());
afterEach(() => {
  server.reply = truth;
  server.take();
});

const embed = (texts: string[], signal?: AbortSignal) =>
  createEmbedder({ url: server.origin, model: 'topics' }).embed(texts, signal);
const json =
  (answer: unknown): Reply =>
  (_, response) =>
    response.end(JSON.stringify(answer));
const vector = (embedding: unknown, index = 0) => ({ index, embedding });
const data = (...entries: unknown[]): Reply => json({ data: entries });

describe('an embeddings server', () => {
  it('is asked for vectors of all texts in one request', async () => {
    const { space, vectors } = await embed(['pay', 'roses']);
    expect(server.take()).toEqual([
      {
        path: '/v1/embeddings',
        authorization: undefined,
        model: 'topics',
        input: ['pay', 'roses'],
        encoding_format: 'float',
      },
    ]);
    expect(space).toBe('topics, topics, 5');
    expect(vectors.map((own) => own.indexOf(Math.max(...own)))).toEqual([0, 2]);
  });

  it.each([
    ['', '/v1/embeddings'],
    ['/', '/v1/embeddings'],
    ['/v1', '/v1/embeddings'],
    ['/v1/embeddings', '/v1/embeddings'],
    ['/openai/', '/openai/v1/embeddings'],
  ])('is asked at the address that belongs to %j', async (path, asked) => {
    await createEmbedder({ url: `${server.origin}${path}`, model: 'topics' }).embed(['pay']);
    expect(server.take()).toMatchObject([{ path: asked }]);
  });

  it('gets its key', async () => {
    await createEmbedder({ url: server.origin, model: 'topics', key: 'sesame' }).embed(['pay']);
    expect(server.take()).toMatchObject([{ authorization: 'Bearer sesame' }]);
  });

  it('gives vectors of length 1', async () => {
    server.reply = data(vector([3, 4]));
    expect((await embed(['pay'])).vectors[0]).toEqual(Float32Array.of(0.6, 0.8));
  });

  it('may answer in another order', async () => {
    server.reply = data(vector([0, 1], 1), vector([1, 0], 0));
    const { vectors } = await embed(['pay', 'roses']);
    expect(vectors).toEqual([Float32Array.of(1, 0), Float32Array.of(0, 1)]);
  });

  it('tells by its model and dimension which vectors can be compared', async () => {
    const spaces = [];
    for (const answer of [
      answerOf(['pay'], 'one'),
      answerOf(['pay'], 'two'),
      { model: 'one', data: [vector([1])] },
    ]) {
      server.reply = json(answer);
      spaces.push((await embed(['pay'])).space);
    }
    expect(spaces).toEqual(['topics, one, 5', 'topics, two, 5', 'topics, one, 1']);
  });

  it.each<[string, Reply, string]>([
    ['garbage', (_, response) => response.end('<html>'), 'is not JSON.'],
    ['null', json(null), 'has no vectors.'],
    ['no list', json({ data: {} }), 'has no vectors.'],
    ['too few vectors', data(vector([1, 0])), 'has 1 vectors for 2 texts.'],
    ['too many vectors', data(vector([1], 0), vector([1], 1), vector([1], 2)), 'has 3 vectors for 2 texts.'],
    ['an index twice', data(vector([1], 0), vector([1], 0)), 'has an unexpected index, 0.'],
    ['an index beyond the texts', data(vector([1], 0), vector([1], 2)), 'has an unexpected index, 2.'],
    ['an index between', data(vector([1], 0), vector([1], 0.5)), 'has an unexpected index, 0.5.'],
    ['no index', data({ embedding: [1] }, { embedding: [1] }), 'has a vector without index.'],
    ['null for a vector', data(null, null), 'has a vector without index.'],
    ['base64', data(vector('AAAA'), vector('AAAA', 1)), 'has a vector that is no list of numbers.'],
    ['an empty vector', data(vector([]), vector([], 1)), 'has a vector that is no list of numbers.'],
    [
      'NaN',
      data(vector([1, Number.NaN]), vector([1, 1], 1)),
      'has a vector with an element that is not a number.',
    ],
    [
      'texts for numbers',
      data(vector(['1']), vector(['1'], 1)),
      'has a vector with an element that is not a number.',
    ],
    ['nothing but zeros', data(vector([0, 0]), vector([1, 1], 1)), 'has a vector without direction.'],
    ['endless numbers', data(vector([1e308, 1e308]), vector([1], 1)), 'has a vector without direction.'],
    ['two dimensions', data(vector([1, 0]), vector([1], 1)), 'has vectors of 2 and 1 dimensions.'],
    [
      'too many dimensions',
      data(vector(Array(4_097).fill(1)), vector([1], 1)),
      'has a vector of 4097 dimensions.',
    ],
    ['a huge body', (_, response) => response.end(Buffer.alloc(2 * 131_072 + 1, ' ')), 'is too long.'],
  ])('that answers %s is not believed', async (_, reply, message) => {
    server.reply = reply;
    await expect(embed(['pay', 'roses'])).rejects.toMatchObject({
      kind: 'unavailable',
      message: `The answer of the embeddings server ${message}`,
    });
  });

  it.each([
    [400, 'invalid'],
    [413, 'invalid'],
    [422, 'invalid'],
    [401, 'unavailable'],
    [404, 'unavailable'],
    [429, 'unavailable'],
    [500, 'unavailable'],
    [302, 'unavailable'],
  ])('that answers with status %d means %s', async (status, kind) => {
    server.reply = (_, response) => response.writeHead(status, { location: '/elsewhere' }).end('no');
    const message = `The embeddings server answers with status ${status}.`;
    await expect(embed(['pay'])).rejects.toMatchObject({ kind, message });
  });

  it.each<[string, Reply]>([
    ['never answers', () => {}],
    ['never ends its answer', (_, response) => response.write('{"data": [')],
  ])('that %s is left when the signal says so', async (_, reply) => {
    const controller = new AbortController();
    let closed: Promise<unknown> | undefined;
    server.reply = (question, response) => {
      reply(question, response);
      closed = once(response, 'close');
      controller.abort(new Error('no longer wanted'));
    };
    await expect(embed(['pay'], controller.signal)).rejects.toThrow('no longer wanted');
    await closed;
  });

  it('that is not there is an error of the network', async () => {
    const nowhere = createEmbedder({ url: 'http://127.0.0.1:1', model: 'topics' });
    await expect(nowhere.embed(['pay'])).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });
});
