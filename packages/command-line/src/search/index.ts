export { feedEngineNow } from './feed-engine.ts';
export { createReindex } from './reindex.ts';
export { createSearchStatus, type SearchCommandOptions } from './search-status.ts';
export { createSynonyms } from './synonyms.ts';
