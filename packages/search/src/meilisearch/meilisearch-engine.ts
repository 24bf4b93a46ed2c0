import type { Database } from '@guidepost/postgres';
import { Meilisearch } from 'meilisearch';
import type { SearchEngine } from '../port/search-engine.ts';
import { createHttpClient } from './http-client.ts';
import { createMeilisearchIndex } from './meilisearch-index.ts';
import { SETTINGS_HASH } from './settings.ts';

export interface MeilisearchOptions {
  url: string;
  /** May search, and do everything with documents, settings and indexes of ours; tasks are read with it, too. */
  key?: string | undefined;
  /** Of the service: its table of words mends spelling. */
  database: Database;
}

/** Search on a Meilisearch server (1.48 or newer), which nothing is asked of before an index is used. */
export function createMeilisearch({ url, key, database }: MeilisearchOptions): SearchEngine {
  const client = new Meilisearch({
    host: url,
    ...(key !== undefined && { apiKey: key }),
    httpClient: createHttpClient(),
  });
  return {
    name: 'meilisearch',
    settings: SETTINGS_HASH,
    index: (name) => createMeilisearchIndex({ client, database, name }),
  };
}
