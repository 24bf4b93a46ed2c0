import { randomUUID } from 'node:crypto';
import { meilisearchForTests } from '@guidepost/local-servers/testing';
import { createMeilisearch, SEARCH_MIGRATIONS } from '@guidepost/search';
import { type MigratedDatabase, openMigratedDatabase } from '@guidepost/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { guidepostOnMeilisearch, plainMeilisearch } from './contenders.ts';
import { measureSmall } from './small-quality.ts';

describe('search results on Meilisearch, in a small judged set', () => {
  let opened: MigratedDatabase;

  beforeAll(async () => {
    opened = await openMigratedDatabase('search', [SEARCH_MIGRATIONS]);
  });
  afterAll(() => opened.close());

  it('are close to the best order, and better than with default settings', async () => {
    const access = meilisearchForTests();
    const engine = createMeilisearch(access).index(`guidepost-test-${randomUUID()}`);
    const ours = await measureSmall(guidepostOnMeilisearch(opened.database, engine));
    await engine.drop();
    expect(ours).toBeGreaterThan(0.93);
    const plain = plainMeilisearch(access);
    expect(ours).toBeGreaterThan(await measureSmall(plain));
    await plain.drop();
  });
});
