import { openSearchDatabase } from '../testing/search-database.ts';
import { describeSearchIndex } from '../testing/search-index-contract.ts';
import { createPostgresSearch } from './postgres-search.ts';

describeSearchIndex('PostgreSQL', async () => {
  const { database, close } = await openSearchDatabase();
  return { index: createPostgresSearch(database), close };
});
