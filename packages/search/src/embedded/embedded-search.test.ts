import { openSearchDatabase } from '../testing/search-database.ts';
import { describeSearchIndex } from '../testing/search-index-contract.ts';
import { createEmbeddedSearch } from './embedded-search.ts';

describeSearchIndex('the embedded engine', async () => {
  const { database, close } = await openSearchDatabase();
  return { index: createEmbeddedSearch(database), close };
});
