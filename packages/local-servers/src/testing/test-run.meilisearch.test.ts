import { describe, expect, it } from '@jest/globals';
import { meilisearchForTests } from './test-run.ts';

describe('meilisearchForTests', () => {
  it('provides a server, and a key for indexes called guidepost-…', async () => {
    const { url, key } = meilisearchForTests();
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const name = 'guidepost-made-by-a-test';
    const made = await fetch(`${url}/indexes`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ uid: name }),
    });
    const removed = await fetch(`${url}/indexes/${name}`, { method: 'DELETE', headers });
    expect([made.status, removed.status]).toEqual([202, 202]);
  });
});
