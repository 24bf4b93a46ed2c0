import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { writeDialogs, writeForum } from '../../testing/content.ts';
import { readXml } from '../../testing/fuzzing/fuzzed-api.ts';
import { fillForum } from '../../testing/large-forum.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';

describe('GET /forum/:slug/sitemap.xml', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService();
    const { database } = service;
    const help = await writeForum(database, { slug: 'help' });
    await writeDialogs(database, help, [
      { id: 1, last_activity: '2026-03-01T10:00:00Z' },
      { id: 2, archived: true },
      { id: 3, topic: 'P' },
    ]);
    await fillForum(database, await writeForum(database, { slug: 'large' }), { dialogs: 1_200, comments: 0 });
  });

  afterAll(() => service.stop());

  interface Sitemap {
    sitemapindex?: { sitemap: { loc: string }[] };
    urlset?: { url: { loc: string; lastmod?: string }[] };
  }

  const read = async (path: string) =>
    readXml(
      (await service.get(path).expect(200).expect('Content-Type', 'application/xml; charset=utf-8')).text,
    ) as Sitemap;

  it('lists the home page and every visible dialog, with its last change', async () => {
    expect((await read('/forum/help/sitemap.xml')).urlset?.url).toEqual([
      { loc: 'https://forum.example/forum/help' },
      { loc: 'https://forum.example/forum/help/3', lastmod: '2026-01-01T00:00:03.000Z' },
      { loc: 'https://forum.example/forum/help/1', lastmod: '2026-03-01T10:00:00.000Z' },
    ]);
  });

  it('is an index of sitemaps for more than 1,000 dialogs', async () => {
    const sitemaps = (await read('/forum/large/sitemap.xml')).sitemapindex?.sitemap ?? [];
    expect(sitemaps.map(({ loc }) => loc)).toEqual(
      [1, 2].map((page) => `https://forum.example/forum/large/sitemap.xml?page=${page}`),
    );
    const pages = await Promise.all([1, 2].map((page) => read(`/forum/large/sitemap.xml?page=${page}`)));
    const addresses = pages.flatMap(({ urlset }) => urlset?.url.map(({ loc }) => loc) ?? []);
    expect([addresses.length, new Set(addresses).size]).toEqual([1_081, 1_081]);
  });

  it.each(['3', '0', 'x'])('has no page %s', async (page) => {
    await service.get(`/forum/large/sitemap.xml?page=${page}`).expect(404);
  });
});

const RULES = `User-agent: *
Disallow: /api/
Disallow: /forum/*/search?
Disallow: /forum/*/report$
`;

describe('GET /robots.txt', () => {
  let service: TestService;

  async function start(environment: Record<string, string> = {}): Promise<void> {
    service = await startTestService(environment);
    const { database } = service;
    await writeDialogs(database, await writeForum(database, { slug: 'help' }), [{ id: 1 }]);
    await writeDialogs(database, await writeForum(database, { slug: 'closed' }), [{ id: 2, archived: true }]);
  }

  afterEach(() => service.stop());

  it('allows pages, disallows the API, and names no forum', async () => {
    await start();
    const { text } = await service
      .get('/robots.txt')
      .set('Host', 'evil.example')
      .expect(200)
      .expect('Content-Type', 'text/plain; charset=utf-8');
    expect(text).toBe(RULES);
  });

  it('lists the sitemaps of forums with visible dialogs when SITE_DIRECTORY is on', async () => {
    await start({ SITE_DIRECTORY: 'on' });
    const { text } = await service.get('/robots.txt').set('Host', 'evil.example').expect(200);
    expect(text).toBe(`${RULES}\nSitemap: https://forum.example/forum/help/sitemap.xml\n`);
  });
});
