import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DISABLED, EXAMPLE, KEYED, OTHER } from '../testing/example.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService([EXAMPLE, OTHER, KEYED, DISABLED]);
});

afterAll(() => service.stop());

const ask = (path: string, host = EXAMPLE.host) => service.request.get(path).set('Host', host);

describe('a path with a trailing slash', () => {
  it.each([
    ['/guides/', '/guides'],
    ['/guides/install/', '/guides/install'],
    ['/guides/install/?voted=up&a=%2F', '/guides/install?voted=up&a=%2F'],
    ['/categories/start/?page=2', '/categories/start?page=2'],
    ['/tags/new/', '/tags/new'],
    ['/guides/caf%C3%A9%2F/', '/guides/caf%C3%A9%2F'],
    [`/site/${EXAMPLE.host}/`, `/site/${EXAMPLE.host}`],
    [`/site/${EXAMPLE.host}/?a=b`, `/site/${EXAMPLE.host}?a=b`],
    [`/site/${EXAMPLE.host}/guides/install/`, `/site/${EXAMPLE.host}/guides/install`],
  ])('%s redirects to %s', async (path, location) => {
    const { status, headers, text } = await ask(path);
    expect([status, headers.location, text]).toEqual([301, location, '']);
  });

  it.each(['/', '/?a=/'])('is valid: %s', async (path) => {
    expect((await ask(path)).status).toBe(200);
  });

  it.each([
    '//evil.example/',
    '//evil.example/guides/',
    '/\\evil.example/',
    '/%2Fevil.example/',
    '/guides//',
    '/nothing/',
    `/site/${KEYED.host}/`,
    '/site/unknown.example.com/',
  ])('is a 404 if there is nothing: %s', async (path) => {
    const { status, headers } = await ask(path);
    expect([status, headers.location]).toEqual([404, undefined]);
  });

  it('never redirects to another host (S10)', async () => {
    const { headers } = await ask('//');
    expect(headers.location ?? '/').toBe('/');
  });
});
