import { Meilisearch } from 'meilisearch';
import type { SearchEngine } from '../port/search-engine.ts';
import { createHttpClient } from './http-client.ts';
import { createMeilisearchIndex } from './meilisearch-index.ts';
import { SETTINGS_HASH } from './settings.ts';

export interface MeilisearchOptions {
  url: string;
  /** Needs access to search, documents, settings, tasks and our indexes. */
  key?: string | undefined;
}

/** Search on Meilisearch 1.48 or newer; connects on first use. */
export function createMeilisearch({ url, key }: MeilisearchOptions): SearchEngine {
  const client = new Meilisearch({
    host: url,
    ...(key !== undefined && { apiKey: key }),
    httpClient: createHttpClient(),
  });
  return {
    name: 'meilisearch',
    title: 'Meilisearch',
    settings: SETTINGS_HASH,
    index: (name) => createMeilisearchIndex({ client, name }),
  };
}
