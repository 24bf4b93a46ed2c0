import { createEngineCalls } from '@guidepost/search';
import { AppError, type ByTenant, foldWhiteSpace, type Logger } from '@guidepost/service-kit';
import { LRUCache } from 'lru-cache';
import { createKnowledgeBase, type Guide, isGuideId, type KnowledgeBase } from './knowledge-base.ts';

/**
 * The guides of the knowledge base that belongs to a forum. Nothing here fails: without an answer there are no guides.
 */
export interface Guides {
  /**
   * The best matches.
   * @param wait milliseconds; an answer that comes later is kept for the next time
   * @returns undefined without an answer
   */
  find(query: string, wait: number): Promise<readonly Guide[] | undefined>;
  /** Undefined for an unknown guide, or without an answer. */
  read(id: string): Promise<Guide | undefined>;
}

/** By the slug of a forum; undefined for those without a knowledge base. */
export type GuidesOf = (slug: string) => Guides | undefined;

export interface GuidesOptions {
  knowledgeBase: KnowledgeBase;
  logger: Logger;
  /** Milliseconds until a failed knowledge base is asked again. */
  pause?: number | undefined;
}

const MOST_GUIDES = 5;

/** Milliseconds for a query with the addresses of what it finds. */
const TIME_LIMIT = 1_000;

/** The longest query that the knowledge base takes, in characters. */
const LONGEST_QUERY = 500;

const KEPT_QUERIES = { max: 500, ttl: 60_000 };

/** A former address leads on. */
const KEPT_GUIDES = { max: 2_000, ttl: 600_000 };

export function createGuidesOf({ urls, keys }: { urls: ByTenant; keys: ByTenant }, logger: Logger): GuidesOf {
  const byName = new Map(
    Array.from(urls, ([name, url]) => {
      const knowledgeBase = createKnowledgeBase({ url, key: keys.get(name) });
      return [name, createGuides({ knowledgeBase, logger: logger.child({ knowledgeBase: url }) })];
    }),
  );
  return (slug) => byName.get(slug) ?? byName.get('');
}

export function createGuides({ knowledgeBase, logger, pause }: GuidesOptions): Guides {
  const calls = createEngineCalls({
    timeLimit: TIME_LIMIT,
    pause,
    onOpen: (error) => logger.warn({ reason: reasonOf(error) }, 'guides are not offered for now'),
    onClose: () => logger.info('guides are offered again'),
  });
  const known = new LRUCache<string, Guide>(KEPT_GUIDES);
  const kept = new LRUCache<string, readonly Guide[]>(KEPT_QUERIES);
  const asking = new Map<string, Promise<readonly Guide[] | undefined>>();

  async function readKnown(id: string, signal: AbortSignal | undefined): Promise<Guide | undefined> {
    const guide = known.get(id) ?? (await knowledgeBase.read(id, signal));
    if (guide) known.set(id, guide);
    return guide;
  }

  /** Lists have no addresses. */
  async function search(query: string, signal: AbortSignal | undefined): Promise<Guide[]> {
    const found = await knowledgeBase.search(query, MOST_GUIDES, signal);
    const guides = await Promise.all(
      found.map(async ({ id, title }) => {
        const guide = await readKnown(id, signal);
        return guide && { ...guide, title };
      }),
    );
    return guides.filter((guide) => guide !== undefined);
  }

  async function request(query: string): Promise<readonly Guide[] | undefined> {
    try {
      const guides = await calls.ask((signal) => search(query, signal));
      kept.set(query, guides);
      return guides;
    } catch {
      return undefined;
    } finally {
      asking.delete(query);
    }
  }

  function ask(query: string): Promise<readonly Guide[] | undefined> {
    const asked = asking.get(query) ?? request(query);
    asking.set(query, asked);
    return asked;
  }

  return {
    async find(sent, wait) {
      const query = foldWhiteSpace(Array.from(sent).slice(0, LONGEST_QUERY).join('')).toLowerCase();
      if (query === '') return [];
      return kept.get(query) ?? unlessLate(ask(query), wait);
    },
    async read(id) {
      if (!isGuideId(id)) return undefined;
      return known.get(id) ?? calls.ask((signal) => readKnown(id, signal)).catch(() => undefined);
    },
  };
}

async function unlessLate<Result>(work: Promise<Result>, wait: number): Promise<Result | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), wait);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Our own words or a code: a message may quote the query. */
function reasonOf(error: unknown): string {
  if (error instanceof AppError) return error.message;
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ('code' in cause && typeof cause.code === 'string') return cause.code;
  return error instanceof Error ? error.name : 'unknown';
}
