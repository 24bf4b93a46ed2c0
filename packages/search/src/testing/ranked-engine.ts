import type { Database } from '@guidepost/postgres';
import { createAnalyzer } from '../analysis/analyzer.ts';
import { createEmbeddedSearch } from '../embedded/embedded-search.ts';
import type { EngineIndex, EngineWord } from '../port/search-engine.ts';
import type { SearchIndex } from '../port/search-index.ts';
import { searchOnEngine } from '../serving/search-on-engine.ts';

/** An engine's index with the index in this process that ranks its candidates, both with the same documents. */
export function createRankedEngine(database: Database, engine: EngineIndex): SearchIndex {
  const embedded = createEmbeddedSearch(database);
  return {
    prepare: engine.prepare,
    async put(tenant, documents) {
      await embedded.put(tenant, documents);
      await engine.feed([{ tenant, documents, gone: [] }], 1);
    },
    async remove(tenant, ids) {
      await embedded.remove(tenant, ids);
      await engine.feed([{ tenant, documents: [], gone: ids }], 1);
    },
    async search(request) {
      const { revision } = await database.one('select search_revision($1) as revision', [request.tenant.id]);
      return searchOnEngine(engine, await embedded.open(request, revision), request);
    },
  };
}

/** The words of a query as written, to see what an engine itself holds. */
export function engineWords(language: string, text: string): EngineWord[] {
  return createAnalyzer(language)
    .query(text)
    .words.map(({ form, stem }) => ({ stems: [stem], forms: [form] }));
}
