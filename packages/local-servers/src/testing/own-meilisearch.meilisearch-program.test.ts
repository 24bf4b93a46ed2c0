import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type OwnMeilisearch, startOwnMeilisearch } from './own-meilisearch.ts';
import type { MeilisearchAccess } from './test-run.ts';

let own: OwnMeilisearch;

beforeAll(async () => {
  own = await startOwnMeilisearch();
});
afterAll(() => own.remove());

async function statusOf({ url, key }: MeilisearchAccess): Promise<number> {
  return (await fetch(`${url}/indexes`, { headers: { authorization: `Bearer ${key}` } })).status;
}

describe('a private Meilisearch', () => {
  it('accepts only its key', async () => {
    expect(await statusOf(own)).toBe(200);
    expect(await statusOf({ ...own, key: 'another key' })).toBe(403);
  });

  it.each([
    ['on its data', async () => {}],
    ['without its data', () => own.deleteData()],
  ])('comes back after a kill -9 %s, at the same address with the same key', async (_, whileAway) => {
    await own.kill();
    await expect(statusOf(own)).rejects.toThrow('fetch failed');
    await whileAway();
    await own.start();
    expect(await statusOf(own)).toBe(200);
  });
});
