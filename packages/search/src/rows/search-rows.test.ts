import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createAnalyzer } from '../analysis/analyzer.ts';
import { createEmbeddedSearch } from '../embedded/embedded-search.ts';
import type { SearchRequest } from '../port.ts';
import { createSearchInRows, openSearchDatabase, type SearchDatabase } from '../testing/fed-engine.ts';
import { randomCorpus } from '../testing/random-corpus.ts';
import { describeSearchIndex } from '../testing/search-index-contract.ts';

describeSearchIndex('rows of the database', async () => {
  const { database, close } = await openSearchDatabase();
  return { index: createSearchInRows(database), close };
});

describe('a search in rows of the database', () => {
  let opened: SearchDatabase;
  beforeAll(async () => {
    opened = await openSearchDatabase();
  });
  afterAll(() => opened.close());

  const request = (text: string, language: string): SearchRequest => ({
    tenant: { id: 7, language },
    query: createAnalyzer(language).query(text),
    offset: 0,
    limit: 10,
  });

  it.each(['en', 'sv', 'de'])('shows the same first page as in memory: %s', async (language) => {
    const { documents, queries } = randomCorpus(language, { documents: 400, queries: 100 });
    await opened.database.none('truncate search_documents, search_words, search_tenants');
    const embedded = createEmbeddedSearch(opened.database);
    await embedded.put({ id: 7, language }, documents);
    const rows = createSearchInRows(opened.database);
    let same = 0;
    for (const query of queries) {
      const asked = request(query, language);
      const [there, here] = [await embedded.search(asked), await rows.search(asked)];
      if (JSON.stringify(there) === JSON.stringify(here)) same += 1;
    }
    expect(same).toBeGreaterThanOrEqual(95);
  });
});
