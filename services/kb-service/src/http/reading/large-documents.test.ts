import { createRequestListener, declareParameters, parseQuery } from '@guidepost/http';
import type { ContentReader } from '@guidepost/postgres';
import { createSemaphore, type Semaphore } from '@guidepost/service-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { createApp } from '../../app.ts';
import { findGuideById, findGuideBySlug } from '../../content/find-guide.ts';
import { findGuideInContext } from '../../content/guide-in-context.ts';
import { LINKED } from '../../content/guide-records.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';
import { STRICT_MOUNT } from '../json-api/mount.ts';
import type { Call } from './endpoint.ts';
import { type ListRequest, readList } from './read-list.ts';
import type { Reader } from './reader.ts';

describe('documents over 1 MB', () => {
  const HOST = 'large.example.com';
  const API = `/knowledge/v1/${HOST}`;
  const REQUEST = { knowledgeBaseId: 1, mostBytes: 1_000_000 };
  const knowledgeBase = { id: 1, language: 'en' };

  let service: TestService;

  beforeAll(async () => {
    const content = '<p>charger</p>'.repeat(100_000);
    service = await startTestService([
      {
        host: HOST,
        categories: [
          { id: 1, slug: 'large' },
          { id: 2, slug: 'small' },
        ],
        guides: [
          { id: 1, slug: 'large', content, categories: [1] },
          { id: 2, slug: 'small', content: '<p>charger</p>', categories: [2] },
        ],
      },
    ]);
  });

  afterAll(() => service.stop());

  const get = (withLargeBodySlot: Semaphore, path: string) =>
    supertest(createRequestListener(createApp({ ...service.context, withLargeBodySlot }), service.context))
      .get(path)
      .set('Accept', path.startsWith('/site') ? 'text/html' : 'application/vnd.api+json');

  const LARGE = [
    `${API}/guides`,
    `${API}/guides/1`,
    `${API}/guides/slug/large`,
    `${API}?include=guides`,
    `${API}/categories/1?include=guides`,
    `${API}/categories?include=guides`,
    `/site/${HOST}/guides/large`,
  ];

  const SMALL = [
    `${API}/guides?page[number]=2&page[size]=1`,
    `${API}/guides?fields[guide]=title`,
    `${API}/guides/2?include=categories`,
    `${API}/categories/2?include=guides`,
    `/site/${HOST}/guides/small`,
    `/site/${HOST}/guides`,
  ];

  it.each<[string, (content: ContentReader, guide: { slug: string; id: number }) => Promise<unknown>]>([
    ['by slug', (content, { slug }) => findGuideBySlug(content, { ...REQUEST, slug })],
    ['by ID', (content, { id }) => findGuideById(content, { ...REQUEST, id })],
    ['with links', (content, { slug }) => findGuideBySlug(content, { ...REQUEST, slug, linked: LINKED })],
    ['by ID with links', (content, { id }) => findGuideById(content, { ...REQUEST, id, linked: LINKED })],
    [
      'in context',
      (content, { slug }) => findGuideInContext(content, { ...REQUEST, knowledgeBase, slug, neighbours: 2 }),
    ],
  ])('are read together with small and missing ones as they are alone: %s', async (_, read) => {
    const guides = ['small', 'large', 'missing', 'small'].map((slug, index) => ({
      slug,
      id: [2, 1, 9, 2][index] ?? 0,
    }));
    const content = service.context.content.of({ id: 1, revision: 0 });
    service.takeStatements();
    const together = await Promise.all(guides.map((guide) => read(content, guide)));
    expect(service.takeStatements()).toHaveLength(2);
    expect(together).toEqual(await Promise.all(guides.map((guide) => read(service.database, guide))));
    expect(together).toMatchObject([
      { content_html: '<p>charger</p>' },
      { content_html: null },
      null,
      { content_html: '<p>charger</p>' },
    ]);
  });

  it.each(LARGE)('%s is built in turn', async (path) => {
    let turns = 0;
    const answer = await get((work) => {
      turns += 1;
      return work();
    }, path).expect(200);
    expect(turns).toBe(1);
    expect(Number(answer.headers['content-length'])).toBeGreaterThan(1_000_000);
  });

  it.each(LARGE)(
    '%s is answered with 503 and Retry-After while too many others are being built',
    async (path) => {
      const answer = await get(createSemaphore({ permits: 0, timeout: 1, message: 'Too many.' }), path);
      expect([answer.status, answer.headers['retry-after']]).toEqual([503, '5']);
    },
  );

  it.each(SMALL)('what has less, %s, waits for nothing', async (path) => {
    await get(createSemaphore({ permits: 0, timeout: 1, message: '' }), path).expect(200);
  });
});

/**
 * Reads a page of two guides of `bytes` each; returns the number of reads, and of reads that waited for a slot.
 */
async function readPage(bytes: number) {
  const count = { read: 0, slots: 0 };
  const withLargeBodySlot: Semaphore = (work) => {
    count.slots += 1;
    return work();
  };
  const represent: Reader['represent'] = async () => ({ body: 'document' });
  const reader = {
    mount: STRICT_MOUNT,
    withLargeBodySlot,
    expectsContent: () => false,
    represent,
  } as unknown as Reader;
  const query = parseQuery('');
  const call: Call = {
    knowledgeBase: { id: 1, host: 'help.example.com' } as Call['knowledgeBase'],
    path: {},
    query,
    parameters: declareParameters([]).read(query),
  };
  const list = async ({ mostBytes }: ListRequest) => {
    count.read += 1;
    const isCut = 2 * bytes > mostBytes;
    return { total: 2, rows: isCut ? [{ id: 1 }] : [{ id: 1 }, { id: 2 }], isCut };
  };
  const { body } = await readList(reader, call, { type: 'guide', list });
  return { body, ...count };
}

describe('pages', () => {
  it('of up to 1 MB are read once', async () => {
    expect(await readPage(500_000)).toEqual({ body: 'document', read: 1, slots: 0 });
  });

  it('over 1 MB are read again when a slot is free', async () => {
    expect(await readPage(500_001)).toEqual({ body: 'document', read: 2, slots: 1 });
  });
});
