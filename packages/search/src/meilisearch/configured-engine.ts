import { type Environment, HTTP_URL, type VariableSchema } from '@guidepost/service-kit';
import { readEnvironment } from '@guidepost/service-kit/environment';
import type { SearchEngine } from '../port/search-engine.ts';
import { createMeilisearch } from './meilisearch-engine.ts';

export interface EngineConfig {
  SEARCH_MEMORY: number;
  MEILI_URL?: string;
  MEILI_KEY?: string;
}

/** Variables of search. A key without a URL is allowed, so that it can be set machine-wide. */
export const ENGINE_VARIABLES: Record<string, VariableSchema> = {
  SEARCH_MEMORY: {
    description: 'memory for search indexes in MB; those searched least recently are dropped beyond it',
    type: 'integer',
    minimum: 16,
    maximum: 1_000_000,
    default: 512,
  },
  MEILI_URL: {
    description: 'the Meilisearch server that answers searches; without it the service does',
    ...HTTP_URL,
  },
  MEILI_KEY: {
    description: 'the access key of the Meilisearch server',
    type: 'string',
    // It is sent in a header.
    pattern: '^[!-~]+$',
    secret: true,
  },
};

/** The service's engine, for commands. @throws AppError `invalid`: one line that begins with the variable's name */
export function readEngineConfig(environment: Environment): EngineConfig {
  return readEnvironment<EngineConfig>({ variables: ENGINE_VARIABLES }, environment);
}

/** The configured engine, if any. */
export function createConfiguredEngine({
  MEILI_URL: url,
  MEILI_KEY: key,
}: EngineConfig): SearchEngine | undefined {
  return url === undefined ? undefined : createMeilisearch({ url, key });
}
