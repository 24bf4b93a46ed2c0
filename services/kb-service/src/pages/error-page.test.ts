import { type ReadPage, readPage } from '@guidepost/testing/markup';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CANARY, EXAMPLE } from '../testing/example.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';

const BASE = `/site/${EXAMPLE.host}`;

let service: TestService;

beforeAll(async () => {
  service = await startTestService([EXAMPLE]);
  await service.indexed();
});

afterAll(() => service.stop());

async function miss(path: string): Promise<ReadPage> {
  const { status, text } = await service.request.get(`${BASE}${path}`);
  expect(status).toBe(404);
  return readPage(text);
}

describe('a page that is not there', () => {
  it.each([
    ['suggestions by the words of its path', '/guides/installing', ['Install it']],
    ['also with a typing error', '/guides/instal', ['Install it']],
    ['wherever it was looked for', '/help/old/refunds', ['Refunds']],
    ['with any file extension', '/help/refunds.html', ['Refunds']],
    ['in any script', `/guides/${encodeURIComponent('ÄPPLES')}`, ['äpples']],
  ])('suggests %s: %s', async (_, path, expected) => {
    expect((await miss(path)).texts('li')).toEqual(expected);
  });

  it.each([
    '/guides/xyzzy',
    '/guides/---',
    '/guides/%20',
    `/guides/${'a'.repeat(1_000)}`,
    '/guides/%F0%9F%98%80',
  ])('suggests topics where nothing is found: %s', async (path) => {
    const page = await miss(path);
    expect(page.links('titles')).toEqual([`${BASE}/categories/money`, `${BASE}/categories/start`]);
  });

  it('S3 suggests nothing that is not published', async () => {
    const { text } = await service.request.get(`${BASE}/guides/canary`);
    expect(text).not.toContain(CANARY);
  });

  it('is still a 404 while search fails', async () => {
    await service.database.none('alter table search_tenants rename to away');
    const page = await miss('/guides/installing');
    await service.database.none('alter table away rename to search_tenants');
    expect([page.texts('h1'), page.all('input').length, page.texts('li')]).toEqual([
      ['We cannot find this page'],
      1,
      [],
    ]);
  });
});
