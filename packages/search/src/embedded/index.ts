export { findMeilisearch } from './find-meilisearch.ts';
export {
  type EmbeddedMeilisearch,
  type EmbeddedMeilisearchOptions,
  startMeilisearch,
} from './start-meilisearch.ts';
