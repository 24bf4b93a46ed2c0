import { readPage } from '@guidepost/testing/markup';
import { afterEach, describe, expect, it } from '@jest/globals';
import { DISABLED, EXAMPLE, KEYED, OTHER } from '../../testing/example.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';

const EMPTY = { host: 'empty.example.com' };
const HOSTILE = { ...OTHER, name: '<b>"Help" & more' };

describe('GET / of a host without a knowledge base', () => {
  let service: TestService;

  const start = async (environment: Record<string, string> = {}) => {
    service = await startTestService([EXAMPLE, HOSTILE, DISABLED, KEYED, EMPTY], environment);
    return readPage((await service.request.get('/')).text);
  };

  afterEach(() => service.stop());

  it('introduces the service', async () => {
    const page = await start();
    expect(page.texts('h1')).toEqual(['The knowledge base service']);
    expect(page.links()).toEqual(['/', '/docs', '/openapi.json']);
  });

  it('lists the public knowledge bases that can be read when SITE_DIRECTORY is on', async () => {
    const page = await start({ SITE_DIRECTORY: 'on' });
    expect(page.links('guides')).toEqual([
      '/site/other.example.com:8443',
      '/site/help.example.com',
      '/docs',
      '/openapi.json',
    ]);
    expect(page.texts('li')[0]).toContain(HOSTILE.name);
  });

  it('is not indexed, has an entity tag, and answers GET and HEAD', async () => {
    expect((await start()).meta('robots')).toBe('noindex');
    const { headers } = await service.request.get('/');
    const unchanged = await service.request.get('/').set('If-None-Match', String(headers.etag));
    expect([unchanged.status, headers['content-type']]).toEqual([304, 'text/html; charset=utf-8']);
  });

  it('shows errors', async () => {
    await start();
    const { status, type, headers } = await service.request.post('/');
    expect([status, type, headers.allow]).toEqual([405, 'text/html', 'GET, HEAD, OPTIONS']);
  });
});
