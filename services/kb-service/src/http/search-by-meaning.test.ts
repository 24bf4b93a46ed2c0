import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { until } from '@guidepost/local-servers/testing';
import { type ListeningApp, listenWith } from '@guidepost/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestService, type TestService } from '../testing/test-service.ts';

const HOST = 'help.example.com';
const GUIDES = [
  { id: 1, slug: 'invoice', title: 'The monthly invoice', content: '<p>Every month.</p>' },
  { id: 2, slug: 'roses', title: 'Cut roses', content: '<p>Every autumn.</p>' },
  { id: 3, slug: 'draft', title: 'An unpublished bill', content: '<p>Soon.</p>', published: false },
  { id: 4, slug: 'ink', title: 'Ink', content: '<p>Black.</p>' },
];

let server: ListeningApp;
let isAway = false;
let service: TestService;

/** Texts are about money, or not. */
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { input } = (await json(request)) as { input: string[] };
  if (isAway) return;
  const isAbout = (text: string) => (/invoice|bill|owe/i.test(text) ? [1, 0] : [0, 1]);
  const data = input.map((text, index) => ({ index, embedding: isAbout(text) }));
  response.end(JSON.stringify({ data }));
}

beforeAll(async () => {
  server = await listenWith((request, response) => void answer(request, response));
  service = await startTestService([{ host: HOST, guides: GUIDES }], {
    EMBEDDINGS_URL: server.origin,
    EMBEDDINGS_MODEL: 'money',
    EMBEDDINGS_KEY: 'sesame-open',
  });
  service.context.worker.start();
  await until('all guides have vectors, unpublished ones for searches at the desk', async () => {
    const { count } = await service.database.one('select count(*) from search_vectors');
    return count === GUIDES.length;
  });
});
afterAll(async () => {
  await service.context.worker.stop();
  await service.stop();
  await server.close();
});

async function find(words: string): Promise<string[]> {
  const path = `/knowledge/v1/${HOST}/guides?q=${encodeURIComponent(words)}`;
  const { body } = await service.get(path).expect(200);
  return body.data.map((guide: { id: string }) => guide.id);
}

describe('GET /knowledge/v1/:host/guides?q= with an embeddings server', () => {
  it('finds published guides that say it in other words', async () => {
    expect(await find('what do they owe')).toEqual(['1']);
  });

  it('finds no guide that has been unpublished', async () => {
    await service.change(
      HOST,
      'update guides set published = false where knowledge_base_id = $1 and id = $2',
      [1],
    );
    expect(await find('how much do they owe')).toEqual([]);
  });

  it('finds by words while the server hangs', async () => {
    isAway = true;
    expect(await find('owe every autumn')).toEqual(['2']);
  });

  it('logs no key', () => {
    expect(service.logLines.join('')).not.toContain('sesame-open');
  });
});
