import type { Database } from '@guidepost/postgres';
import type { EngineConfig } from '@guidepost/service-kit';
import type { SearchEngine } from '../port/search-engine.ts';
import { createMeilisearch } from './meilisearch-engine.ts';

/** The engine that the environment names, if it names one. */
export function createConfiguredEngine(
  { MEILI_URL: url, MEILI_KEY: key }: EngineConfig,
  database: Database,
): SearchEngine | undefined {
  return url === undefined ? undefined : createMeilisearch({ url, key, database });
}
