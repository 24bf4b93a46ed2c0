import { readPage } from '@guidepost/testing/markup';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { deleteKnowledgeBase } from '../knowledge-bases/administration.ts';
import { writeContent } from '../testing/content.ts';
import { EXAMPLE } from '../testing/example.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';

const HOST = EXAMPLE.host;
const PATHS = ['/', '/guides', '/guides/install', '/categories/start', '/tags/new', '/sitemap.xml'];

describe('S29 cached pages', () => {
  let service: TestService;

  beforeEach(async () => {
    service = await startTestService([EXAMPLE]);
    await readAll();
  });

  afterEach(() => service.stop());

  const ask = (path: string) => service.request.get(path).set('Host', HOST);
  const readAll = () => Promise.all(PATHS.map(async (path) => ask(path)));
  const set = (assignment: string) =>
    service.change(HOST, `update knowledge_bases set ${assignment} where id = $1`);

  it.each(['key', 'disabled'])('are gone when access becomes "%s"', async (access) => {
    const [first] = await readAll();
    await set(`access = '${access}'`);
    const statuses = (await readAll()).map(({ status }) => status);
    // A host without a site shows the service's own pages.
    expect(statuses).toEqual(PATHS.map((path) => (path === '/' ? 200 : 404)));
    expect((await ask('/guides/install').set('If-None-Match', String(first?.headers.etag))).status).toBe(404);
    await set(`access = 'public'`);
    expect((await ask('/guides/install')).status).toBe(200);
  });

  it('are replaced when a new knowledge base takes the host', async () => {
    await deleteKnowledgeBase(service.database, HOST);
    await writeContent(service.database, {
      host: HOST,
      name: 'Another',
      guides: [{ id: 34, slug: 'install', title: 'Put it in' }],
    });
    await service.settled(HOST);
    const pages = (await readAll()).map(({ status, text }) => [status, readPage(text).title]);
    expect(pages).toEqual([
      [200, 'Another'],
      [200, 'All guides · Another'],
      [200, 'Put it in · Another'],
      [404, 'We cannot find this page · Another'],
      [404, 'We cannot find this page · Another'],
      [200, ''],
    ]);
  });

  it('change language and colour at once', async () => {
    await set(`language = 'sv', accent_color = '#0a7d5c'`);
    for (const { text } of (await readAll()).slice(0, -1)) {
      const page = readPage(text);
      expect(page.all('html')[0]?.attribs.lang).toBe('sv');
      expect(page.all('link')[0]?.attribs.href).toContain('/0a7d5c.css');
    }
  });
});
