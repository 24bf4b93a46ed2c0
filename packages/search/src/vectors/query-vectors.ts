import { AppError, type Logger } from '@guidepost/service-kit';
import { LRUCache } from 'lru-cache';
import type { SearchQuery } from '../analysis/word.ts';
import { withTimeout } from '../port.ts';
import { hasMeaning } from '../ranking/meaning.ts';
import { createEngineCalls } from '../serving/engine-calls.ts';
import type { Embedder } from './embeddings-client.ts';
import { type QueryVector, queryVector } from './passage-vectors.ts';

/** The meanings of queries, as vectors. */
export interface QueryVectors {
  /**
   * Asks the server; call it when a search begins.
   * @param isContinued for a later page, which is ranked as the first one was
   * @returns undefined for a query that is to be met by its words, or without a vector in time; never fails
   */
  find(query: SearchQuery, isContinued: boolean): Promise<QueryVector | undefined>;
}

export interface QueryVectorsOptions {
  embedder: Embedder;
  logger: Logger;
  /** Milliseconds that a search waits for a vector. */
  timeLimit?: number | undefined;
  pause?: number | undefined;
}

/** The vector of a query, for commands; undefined for a query that is to be met by its words. @throws as the server */
export async function findQueryVector(
  { embed }: Embedder,
  query: SearchQuery,
): Promise<QueryVector | undefined> {
  if (!hasMeaning(query)) return undefined;
  const { space, vectors } = await withTimeout((signal) => embed([query.text.trim()], signal));
  return vectors[0] && queryVector(space, vectors[0]);
}

const USUAL_TIME_LIMIT = 150;

const MOST_KEPT = 1_000;

export function createQueryVectors(options: QueryVectorsOptions): QueryVectors {
  const { embedder, logger, timeLimit = USUAL_TIME_LIMIT, pause } = options;
  const calls = createEngineCalls({
    timeLimit,
    pause,
    onOpen: (error) =>
      logger.warn({ reason: reasonOf(error) }, 'searches are ranked without vectors for now'),
    onClose: () => logger.info('searches are ranked with vectors again'),
  });
  const kept = new LRUCache<string, QueryVector>({ max: MOST_KEPT });
  const asking = new Map<string, Promise<QueryVector | undefined>>();
  /** Queries whose first page was ranked without a vector. */
  const without = new LRUCache<string, true>({ max: MOST_KEPT });

  async function request(text: string): Promise<QueryVector | undefined> {
    try {
      const { space, vectors } = await calls.ask((signal) => embedder.embed([text], signal));
      const [vector] = vectors;
      if (!vector) return undefined;
      const found = queryVector(space, vector);
      kept.set(text, found);
      return found;
    } catch {
      return undefined;
    } finally {
      asking.delete(text);
    }
  }

  function ask(text: string): Promise<QueryVector | undefined> {
    const asked = asking.get(text) ?? request(text);
    asking.set(text, asked);
    return asked;
  }

  return {
    async find(query, isContinued) {
      if (!hasMeaning(query)) return undefined;
      const text = query.text.trim();
      if (isContinued && without.has(text)) return undefined;
      const vector = kept.get(text) ?? (await ask(text));
      if (vector) without.delete(text);
      else without.set(text, true);
      return vector;
    },
  };
}

/** Our own words or a code: a server's message may quote the query. */
function reasonOf(error: unknown): string {
  if (error instanceof AppError) return error.message;
  if (error instanceof Error && 'code' in error) return String(error.code);
  return error instanceof Error ? error.name : 'unknown';
}
