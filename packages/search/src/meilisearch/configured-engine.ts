import type { Database } from '@guidepost/postgres';
import { type Environment, HTTP_URL, readEnvironment, type VariableSchema } from '@guidepost/service-kit';
import type { SearchEngine } from '../port/search-engine.ts';
import { createMeilisearch } from './meilisearch-engine.ts';

/** The values of {@link ENGINE_VARIABLES}. */
export interface EngineConfig {
  MEILI_URL?: string;
  MEILI_KEY?: string;
}

/** The search engine beside the database. A key alone does no harm: it may be set for everything on a machine. */
export const ENGINE_VARIABLES: Record<string, VariableSchema> = {
  MEILI_URL: {
    description: 'the Meilisearch server that answers searches; without it PostgreSQL does',
    ...HTTP_URL,
  },
  MEILI_KEY: {
    description: 'the access key of the Meilisearch server',
    type: 'string',
    // It travels in a header.
    pattern: '^[!-~]+$',
    secret: true,
  },
};

/**
 * The engine that the environment names, for commands: they have to feed the one that the service searches.
 * @throws AppError `invalid`: one line that begins with the variable's name
 */
export function readEngineConfig(environment: Environment): EngineConfig {
  return readEnvironment<EngineConfig>({ variables: ENGINE_VARIABLES }, environment);
}

/** The engine that the environment names, if it names one. */
export function createConfiguredEngine(
  { MEILI_URL: url, MEILI_KEY: key }: EngineConfig,
  database: Database,
): SearchEngine | undefined {
  return url === undefined ? undefined : createMeilisearch({ url, key, database });
}
