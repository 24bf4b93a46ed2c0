export { createAnalyzer } from './analysis/analyzer.ts';
export { createFolding } from './analysis/folding.ts';
export { findLanguage } from './analysis/languages.ts';
export type { SearchQuery } from './analysis/word.ts';
export { createEmbeddedSearch, type EmbeddedSearch } from './embedded/embedded-search.ts';
export type { Explanation } from './embedded/explain.ts';
export type { Excerpt } from './highlighting/excerpt.ts';
export { createHighlighter, type Highlighter } from './highlighting/highlighter.ts';
export type { TextPart } from './highlighting/marks.ts';
export { type HtmlListener, readHtml, readHtmlInSteps } from './highlighting/read-html.ts';
export { purgeKept } from './kept/keep-indexes.ts';
export {
  createConfiguredEngine,
  createMeilisearch,
  ENGINE_VARIABLES,
  type EngineConfig,
  readEngineConfig,
} from './meilisearch/meilisearch-engine.ts';
export type {
  Correction,
  EngineIndex,
  Facets,
  SearchDocument,
  SearchEngine,
  SearchIndex,
  SearchResult,
  SearchTenant,
  TenantChanges,
} from './port.ts';
export type { LoadedDocuments, RejectedDocument } from './queue/deliver-changes.ts';
export type { EngineFeed } from './queue/engine-batch.ts';
export { renewIndexes } from './queue/engine-indexes.ts';
export { feedWholeEngine } from './queue/feed-engine.ts';
export { feedWholeQueue, holdFeeding } from './queue/feed-index.ts';
export {
  type EmbedderStatus,
  type EngineStatus,
  embedderStatus,
  engineStatus,
  type IndexStatus,
  indexStatus,
  measureSearchQueue,
  type SearchStatus,
  searchStatus,
  tenantQueue,
} from './queue/search-status.ts';
export { createServiceSearchWorker, type ServiceFeed } from './queue/search-worker.ts';
export { correctedQuery } from './ranking/nearest-word.ts';
export { findRelatedDocuments, type RelatedDocument } from './related/related-documents.ts';
export { createRowsSearch, type RowsSearch } from './rows/search-rows.ts';
export { SEARCH_MIGRATIONS } from './schema.ts';
export { createEngineCalls } from './serving/engine-calls.ts';
export { searchOnEngine } from './serving/engine-search.ts';
export type { SearchSnapshot } from './serving/rules.ts';
export { createSearcher, type Searcher, type SearcherOptions } from './serving/searcher.ts';
export { everydaySynonyms } from './synonyms/synonyms.ts';
export {
  addSynonyms,
  deleteSynonyms,
  listSynonyms,
  parseSynonymFile,
  parseSynonyms,
  removeSynonyms,
  useEverydaySynonyms,
  usesEverydaySynonyms,
} from './synonyms/tenant-synonyms.ts';
export { SEARCH_TABLES_LEFT, searchTables } from './tenant-tables.ts';
export {
  createConfiguredEmbedder,
  EMBEDDER_VARIABLES,
  type EmbedderConfig,
  readEmbedderConfig,
  requireModel,
} from './vectors/configured-embedder.ts';
export { createEmbedding, type VectorFeed } from './vectors/embed-documents.ts';
export { createEmbedder, type Embedder } from './vectors/embeddings-client.ts';
export type { QueryVector } from './vectors/passage-vectors.ts';
export { createQueryVectors, findQueryVector, type QueryVectors } from './vectors/query-vectors.ts';
