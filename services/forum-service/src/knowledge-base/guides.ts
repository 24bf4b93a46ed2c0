import { createEngineCalls } from '@guidepost/search';
import { AppError, type ByTenant, foldWhiteSpace, type Logger } from '@guidepost/service-kit';
import { LRUCache } from 'lru-cache';
import type { Forum } from '../model/forum.ts';
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

/** Undefined for a forum without a knowledge base. */
export type GuidesOf = (forum: Pick<Forum, 'slug' | 'guides' | 'language'>) => Guides | undefined;

interface GuidesSettings {
  /** APIs of knowledge bases and their keys, by the slugs of forums. */
  urls: ByTenant;
  keys: ByTenant;
  /** The other service, which has the knowledge bases that were chosen at the desk. */
  pairUrl?: string | undefined;
}

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

/** Knowledge bases, each in the languages of forums. */
const KEPT_CHOSEN = { max: 1_000 };

const KEPT_QUERIES = { max: 500, ttl: 60_000 };

/** A former address leads on. */
const KEPT_GUIDES = { max: 2_000, ttl: 600_000 };

export function createGuidesOf({ urls, keys, pairUrl }: GuidesSettings, logger: Logger): GuidesOf {
  const made = new LRUCache<string, Guides>(KEPT_CHOSEN);
  /** In the language of a forum, or the nearest one that the knowledge base has. */
  const guidesIn = (language: string, { url, key }: { url: string; key?: string | undefined }): Guides => {
    const name = [language, url, key].join(' ');
    const known = made.get(name);
    if (known) return known;
    const knowledgeBase = createKnowledgeBase({ url, key, language });
    const guides = createGuides({ knowledgeBase, logger: logger.child({ knowledgeBase: url }) });
    made.set(name, guides);
    return guides;
  };
  const named = (name: string) => {
    const url = urls.get(name);
    return url === undefined ? undefined : { url, key: keys.get(name) };
  };
  /** One that was chosen at the desk. */
  const chosen = (host: string) =>
    pairUrl === undefined || host === '' ? undefined : { url: `${pairUrl}/knowledge/v1/${host}` };
  return ({ slug, guides, language }) => {
    const place = named(slug) ?? chosen(guides) ?? named('');
    return place && guidesIn(language, place);
  };
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
