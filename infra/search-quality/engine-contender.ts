import type { EngineIndex, SearchIndex } from '@guidepost/search';

/** An engine's index, filled as it is asked to be and not from a queue. */
export function asSearchIndex(index: EngineIndex): SearchIndex {
  return {
    prepare: index.prepare,
    put: (tenant, documents) => index.feed([{ tenant, documents, gone: [] }], 0),
    remove: (tenant, gone) => index.feed([{ tenant, documents: [], gone }], 0),
    search: index.search,
  };
}
