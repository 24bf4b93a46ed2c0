import { randomUUID } from 'node:crypto';
import { meilisearchForTests } from '@guidepost/testing';
import { createPostgresSearch } from '../postgres/postgres-search.ts';
import { openSearchDatabase } from '../testing/search-database.ts';
import { describeSearchIndex } from '../testing/search-index-contract.ts';
import { createMeilisearch } from './meilisearch-engine.ts';

describeSearchIndex('Meilisearch', async () => {
  const { database, close } = await openSearchDatabase();
  const engine = createMeilisearch({ ...meilisearchForTests(), database }).index(
    `guidepost-test-${randomUUID()}`,
  );
  // Whatever an engine hears of, the database has heard of before: it knows the words of all texts.
  const postgres = createPostgresSearch(database);
  return {
    index: {
      prepare: engine.prepare,
      async put(tenant, documents) {
        await postgres.put(tenant, documents);
        await engine.feed([{ tenant, documents, gone: [] }], 1);
      },
      async remove(tenant, ids) {
        await postgres.remove(tenant, ids);
        await engine.feed([{ tenant, documents: [], gone: ids }], 1);
      },
      search: engine.search,
    },
    async close() {
      await engine.drop();
      await close();
    },
  };
});
