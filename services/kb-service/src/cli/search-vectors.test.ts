import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { createEmbedder, createEmbedding } from '@guidepost/search';
import { type ListeningApp, listenWith } from '@guidepost/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { guideFeed } from '../search/guide-documents.ts';
import { useImportFixture } from '../testing/import-fixture.ts';
import { runKb } from '../testing/processes.ts';

const HOST = 'help.example.com';
const MODEL = 'length';
const GUIDE = { content_html: '<p>a</p>', categories: [], tags: [] };

/** Texts of similar length mean the same. */
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { input } = (await json(request)) as { input: string[] };
  const data = input.map((text, index) => ({ index, embedding: [text.length, 10] }));
  response.end(JSON.stringify({ model: MODEL, data }));
}

const fixture = useImportFixture();
let server: ListeningApp;

beforeAll(async () => {
  server = await listenWith((request, response) => void answer(request, response));
  await fixture.create(HOST);
  const guides = ['one', 'seventeen'].map((slug) => ({ ...GUIDE, slug, title: `Pay ${slug}` }));
  await fixture.importJson(HOST, { guides });
  await runKb(['reindex', HOST], { KB_DATABASE_URL: fixture.url });
});
afterAll(() => server.close());

const kb = async (words: string[], url = server.origin) => {
  const environment = { KB_DATABASE_URL: fixture.url, EMBEDDINGS_URL: url, EMBEDDINGS_MODEL: MODEL };
  return (await runKb(words, environment)).stdout;
};
async function embedAll(): Promise<void> {
  const embedder = createEmbedder({ url: server.origin, model: MODEL });
  const feed = { ...guideFeed(fixture.database), embedder, onRefused: () => {} };
  const embedSome = createEmbedding(feed, new AbortController().signal);
  while (await embedSome()) {
    // until all have vectors
  }
}
const tableOf = (count: number) =>
  `HOST              FOUND  WITH VECTORS  WAITING  SET ASIDE\nhelp.example.com  2      ${count}             0        0\n`;

describe('kb search status with an embeddings server', () => {
  it('shows how many guides have vectors, and that the server answers', async () => {
    expect(await kb(['search', 'status'])).toBe(`${tableOf(0)}\nlength answers.\n`);
    await embedAll();
    expect(await kb(['search', 'status'])).toBe(`${tableOf(2)}\nlength answers.\n`);
    expect(JSON.parse(await kb(['search', 'status', '--json']))).toMatchObject({
      tenants: [{ host: HOST, documents: 2, embedded: 2 }],
      embeddings: { model: MODEL, answers: true, reason: null },
    });
  });

  it('shows that the server does not answer', async () => {
    expect(await kb(['search', 'status'], 'http://127.0.0.1:1')).toMatch(
      /\nlength does not answer: .*ECONNREFUSED 127\.0\.0\.1:1\n$/,
    );
  });

  it('--explain shows what the meaning adds', async () => {
    await embedAll();
    const explained = await kb(['search', 'status', HOST, '--explain', 'pay seventeen pages', 'seventeen']);
    expect(explained).toMatch(
      /^Result 1 of 2\.\nScore .*, nearness 0\.\d\d, title \d\.\d\d, meaning -?\d+\.\d\d\.\n/,
    );
    const words = ['search', 'status', HOST, '--explain', 'pay', 'one', '--json'];
    expect(JSON.parse(await kb(words))).toMatchObject({ place: 1, meaning: expect.any(Number) });
  });

  it('--explain ranks by words without the server, and says why', async () => {
    const words = ['search', 'status', HOST, '--explain', 'pay seventeen', 'seventeen'];
    expect(await kb(words, 'http://127.0.0.1:1')).toMatch(
      /^Result 1 of 2\.\n.*nearness \d\.\d\d, title \d\.\d\d\.\n(?:.*\n)*Ranked by words alone: .*ECONNREFUSED 127\.0\.0\.1:1\n$/,
    );
  });
});
