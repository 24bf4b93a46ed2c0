import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { until } from '@guidepost/local-servers/testing';
import { type ListeningApp, listenWith } from '@guidepost/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { writeDialogs, writeForum, writeKey } from '../testing/content.ts';
import { idsOf } from '../testing/posts.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';

const DIALOGS = [
  { id: 1, title: 'The monthly invoice', text: 'Every month.' },
  { id: 2, title: 'Cut roses', text: 'Every autumn.' },
  { id: 3, title: 'An archived bill', text: 'Long ago.', archived: true },
  { id: 4, title: 'Ink', text: 'Black.' },
  { id: 5, title: 'Paper', text: 'White.' },
];

let server: ListeningApp;
let isAway = false;
let service: TestService;
let key: string;

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
  service = await startTestService({ EMBEDDINGS_URL: server.origin, EMBEDDINGS_MODEL: 'money' });
  const forum = await writeForum(service.database, { slug: 'help' });
  key = await writeKey(service.database, forum);
  await writeDialogs(service.database, forum, DIALOGS);
  await service.indexed();
  service.context.worker.start();
  await until('all dialogs have vectors', async () => {
    const { count } = await service.database.one('select count(*) from search_vectors');
    return count === 5;
  });
});
afterAll(async () => {
  await service.context.worker.stop();
  await service.stop();
  await server.close();
});

const find = async (words: string, query = '') =>
  idsOf(await service.get(`/api/search/help/${encodeURIComponent(words)}.json${query}`).expect(200));

describe('a search of a forum with an embeddings server', () => {
  it('finds dialogs that say it in other words', async () => {
    expect(await find('what do they owe')).toEqual([1]);
  });

  it('finds archived ones only for clients that may see them', async () => {
    expect(await find('what do they owe', `?include=all&key=${key}`)).toEqual([1, 3]);
  });

  it('finds by words while the server hangs', async () => {
    isAway = true;
    expect(await find('owe every autumn')).toEqual([2, 1]);
  });
});
