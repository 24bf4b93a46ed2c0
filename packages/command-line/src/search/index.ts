export { createReindex, feedEngineNow } from './reindex.ts';
export { createSearchStatus, type SearchCommandOptions } from './search-status.ts';
export { createSynonyms } from './synonyms.ts';
