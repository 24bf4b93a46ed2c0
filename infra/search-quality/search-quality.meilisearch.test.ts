import { randomUUID } from 'node:crypto';
import { createMeilisearch, createPostgresSearch } from '@guidepost/search';
import { meilisearchForTests } from '@guidepost/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createPlainMeilisearch } from './baselines/plain-meilisearch.ts';
import { asSearchIndex } from './engine-contender.ts';
import { measureSmall, openSmallQuality } from './small-quality.ts';

describe('the order of what is found, by a small judged set, on Meilisearch', () => {
  let opened: Awaited<ReturnType<typeof openSmallQuality>>;

  beforeAll(async () => {
    opened = await openSmallQuality();
    // Its words are what spelling is corrected by.
    await measureSmall(createPostgresSearch(opened.database));
  });
  afterAll(() => opened.close());

  it('is close to the best, and better than that of its own settings', async () => {
    const access = meilisearchForTests();
    const engine = createMeilisearch({ ...access, ...opened }).index(`guidepost-test-${randomUUID()}`);
    const ours = await measureSmall(asSearchIndex(engine));
    await engine.drop();
    expect(ours).toBeGreaterThan(0.93);
    const plain = createPlainMeilisearch(access);
    expect(ours).toBeGreaterThan(await measureSmall(plain));
    await plain.drop();
  });
});
