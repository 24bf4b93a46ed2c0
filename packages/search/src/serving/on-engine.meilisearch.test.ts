import { randomUUID } from 'node:crypto';
import { meilisearchForTests } from '@guidepost/local-servers/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createAnalyzer } from '../analysis/analyzer.ts';
import { createEmbeddedSearch } from '../embedded/embedded-search.ts';
import { createMeilisearch } from '../meilisearch/meilisearch-engine.ts';
import type { EngineIndex } from '../port.ts';
import { createRankedEngine, openSearchDatabase, type SearchDatabase } from '../testing/fed-engine.ts';
import { randomCorpus } from '../testing/random-corpus.ts';

describe('a search on Meilisearch', () => {
  let opened: SearchDatabase;
  let engine: EngineIndex;
  beforeAll(async () => {
    opened = await openSearchDatabase();
    engine = createMeilisearch(meilisearchForTests()).index(`guidepost-test-${randomUUID()}`);
    await engine.prepare();
  });
  afterAll(async () => {
    await engine.drop();
    await opened.close();
  });

  it.each([
    [31, 'en'],
    [32, 'sv'],
    [33, 'de'],
  ])('shows nearly always the same first page as in memory: tenant %d, %s', async (id, language) => {
    const { documents, queries } = randomCorpus(language, { documents: 400, queries: 100 });
    const tenant = { id, language };
    const ranked = createRankedEngine(opened.database, engine);
    await ranked.put(tenant, documents);
    const embedded = createEmbeddedSearch(opened.database);
    let same = 0;
    for (const text of queries) {
      const request = { tenant, query: createAnalyzer(language).query(text), offset: 0, limit: 10 };
      const [there, here] = [await embedded.search(request), await ranked.search(request)];
      if (JSON.stringify(there.ids) === JSON.stringify(here.ids)) same += 1;
    }
    // Its order of candidates is rough: the 200 best by it are ranked.
    expect(same).toBeGreaterThanOrEqual(90);
  });
});
