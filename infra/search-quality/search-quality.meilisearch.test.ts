import { randomUUID } from 'node:crypto';
import { meilisearchForTests } from '@guidepost/local-servers/testing';
import { createMeilisearch, SEARCH_MIGRATIONS } from '@guidepost/search';
import { type MigratedDatabase, openMigratedDatabase } from '@guidepost/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { guidepostOnMeilisearch, guidepostOnPostgres, plainMeilisearch } from './contenders.ts';
import { measureSmall } from './small-quality.ts';

describe('the order of what is found, by a small judged set, on Meilisearch', () => {
  let opened: MigratedDatabase;

  beforeAll(async () => {
    opened = await openMigratedDatabase('search', [SEARCH_MIGRATIONS]);
    // Its words are what spelling is corrected by.
    await measureSmall(guidepostOnPostgres(opened.database));
  });
  afterAll(() => opened.close());

  it('is close to the best, and better than that of its own settings', async () => {
    const access = meilisearchForTests();
    const engine = createMeilisearch({ ...access, ...opened }).index(`guidepost-test-${randomUUID()}`);
    const ours = await measureSmall(guidepostOnMeilisearch(engine));
    await engine.drop();
    expect(ours).toBeGreaterThan(0.93);
    const plain = plainMeilisearch(access);
    expect(ours).toBeGreaterThan(await measureSmall(plain));
    await plain.drop();
  });
});
