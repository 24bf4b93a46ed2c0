import type { Database } from '@guidepost/postgres';
import { createAnalyzer } from '../analysis/analyzer.ts';
import { createEmbeddedSearch } from '../embedded/embedded-search.ts';
import { searchTenant } from '../embedded/search-tenant.ts';
import type { EngineIndex, EngineWord } from '../port/search-engine.ts';
import type { SearchIndex } from '../port/search-index.ts';
import { ruleAgainst } from '../serving/rules.ts';
import { searchOnEngine } from '../serving/search-on-engine.ts';

/** An engine's index with the embedded one, which ranks its candidates and answers what it cannot, as in a service. */
export function createRankedEngine(database: Database, engine: EngineIndex): SearchIndex {
  const embedded = createEmbeddedSearch(database, { patience: 60_000 });
  return {
    prepare: engine.prepare,
    async put(tenant, documents) {
      await embedded.put(tenant, documents);
      await engine.feed([[{ tenant, documents, gone: [] }]], 1);
    },
    async remove(tenant, ids) {
      await embedded.remove(tenant, ids);
      await engine.feed([[{ tenant, documents: [], gone: ids }]], 1);
    },
    async search(request) {
      const { revision } = await database.one('select search_revision($1) as revision', [request.tenant.id]);
      const tenant = await embedded.open(request, revision);
      const rule = ruleAgainst(request, tenant.concepts.concepts, request.exclude ?? []);
      return rule ? searchTenant(tenant, request) : searchOnEngine(engine, tenant, request);
    },
  };
}

/** The words of a query as written, to see what an engine itself holds. */
export function engineWords(language: string, text: string): EngineWord[] {
  return createAnalyzer(language)
    .query(text)
    .words.map(({ form, stem }) => ({ stems: [stem], forms: [form] }));
}
