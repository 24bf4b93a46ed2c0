import { type Environment, HTTP_URL, once, type VariableSchema } from '@guidepost/service-kit';
import { readEnvironment } from '@guidepost/service-kit/environment';
import { type Config, Meilisearch, MeilisearchApiError } from 'meilisearch';
import type { SearchEngine } from '../port.ts';
import { createMeilisearchIndex } from './meilisearch-index.ts';
import { SETTINGS_HASH } from './settings.ts';

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

type HttpClient = NonNullable<Config['httpClient']>;

/** Milliseconds. Meilisearch answers when a batch is on disk, before indexing. */
const LONGEST_WAIT = 30_000;

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

/**
 * Requests without `fetch`'s streams (half a millisecond) and compression: responses are small and local. Idle
 * connections are closed before Meilisearch closes them, after five seconds. The client is loaded for the first
 * request: it takes an eighth of a second, which services without Meilisearch save.
 * @throws MeilisearchApiError, which the official client wraps
 */
function createHttpClient(): HttpClient {
  const connect = once(async () => {
    const { Agent, request } = await import('undici');
    return { request, dispatcher: new Agent({ headersTimeout: LONGEST_WAIT, bodyTimeout: LONGEST_WAIT }) };
  });
  return async (url, { method = 'GET', headers, body, signal } = {}) => {
    const { request, dispatcher } = await connect();
    const answer = await request(String(url), {
      dispatcher,
      method,
      headers: headers instanceof Headers ? headers : new Headers(headers),
      body: typeof body === 'string' ? body : null,
      signal: signal ?? null,
    });
    const { statusCode: status } = answer;
    const text = await answer.body.text();
    const content = text === '' ? undefined : JSON.parse(text);
    if (status >= 400) throw new MeilisearchApiError(new Response(null, { status }), content);
    return content;
  };
}
