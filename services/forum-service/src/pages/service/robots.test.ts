import { afterEach, describe, expect, it } from '@jest/globals';
import { writeDialogs, writeForum } from '../../testing/content.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';

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
