import type { Database } from '@guidepost/postgres';
import { DIALOGS, FORUM, GUIDES, HOST } from './content.ts';
import type { ServiceName } from './processes.ts';
import { createQueries } from './queries.ts';

export interface Case {
  service: ServiceName;
  what: string;
  /** Many addresses are requested once per round, without the cache; a single one repeatedly, from the cache. */
  paths: (database: Database) => Promise<string[]> | string[];
  headers?: Record<string, string>;
  /** Whether clients have the answer already, and get a 304. */
  notModified?: boolean;
  /** Whether Express alone is measured, too. */
  withPeer?: boolean;
  /** The share of the bare server's rate below which `npm run bench -- short` fails: some two fifths of what was measured. */
  floor?: number;
}

const JSON_API = { Accept: 'application/vnd.api+json' };
const PAGE_SIZE = 50;
const SEARCHES = 400;
const API = `/knowledge/v1/${HOST}`;

export const CASES: readonly Case[] = [
  {
    service: 'kb',
    what: 'one guide, kept',
    paths: () => [`${API}/guides/slug/guide-1`],
    headers: JSON_API,
    floor: 0.33,
  },
  {
    service: 'kb',
    what: 'the same for a bot, whose views are not counted',
    paths: () => [`${API}/guides/slug/guide-1`],
    headers: { ...JSON_API, 'User-Agent': 'Bot' },
  },
  {
    service: 'kb',
    what: 'the same, not modified',
    paths: () => [`${API}/guides/slug/guide-1`],
    headers: JSON_API,
    notModified: true,
    floor: 0.3,
  },
  {
    service: 'kb',
    what: 'one guide with its categories and tags',
    paths: () => eachGuide((slug) => `${API}/guides/slug/${slug}?include=categories,tags`),
    headers: JSON_API,
    withPeer: true,
    floor: 0.016,
  },
  {
    service: 'kb',
    what: '50 guides with their categories and tags',
    paths: () =>
      ['id', '-id', 'title', '-title', 'slug', '-slug'].flatMap((sort) =>
        pages(GUIDES.guides / PAGE_SIZE).map(
          (number) =>
            `${API}/guides?include=categories,tags&page[size]=${PAGE_SIZE}&page[number]=${number}&sort=${sort}`,
        ),
      ),
    headers: JSON_API,
    withPeer: true,
  },
  {
    service: 'kb',
    what: 'the page of a guide',
    paths: () => eachGuide((slug) => `/site/${HOST}/guides/${slug}`),
    floor: 0.014,
  },
  {
    service: 'kb',
    what: 'a search for guides',
    paths: () =>
      createQueries(SEARCHES).map((query) => `${API}/guides?q=${encodeURIComponent(query)}&page[size]=20`),
    headers: JSON_API,
  },
  {
    service: 'forum',
    what: 'the newest 20 dialogs, kept',
    paths: () => [`/api/${FORUM}.json?limit=20`],
    floor: 0.38,
  },
  {
    service: 'forum',
    what: '20 dialogs from another place each time',
    paths: () => pages(2_000).map((start) => `/api/${FORUM}.json?limit=20&start=${start}`),
    floor: 0.008,
  },
  {
    service: 'forum',
    what: 'the same as XML',
    paths: () => pages(1_000).map((start) => `/api/${FORUM}.xml?limit=20&start=${start}`),
  },
  {
    service: 'forum',
    what: 'one dialog',
    paths: (database) => eachDialog(database, (id) => `/api/dialog/${FORUM}/${id}.json`),
    floor: 0.028,
  },
  {
    service: 'forum',
    what: 'the comments of a dialog',
    paths: (database) => eachDialog(database, (id) => `/api/comment/${FORUM}/${id}.json`),
  },
  {
    service: 'forum',
    what: 'the page of a dialog',
    paths: (database) => eachDialog(database, (id) => `/forum/${FORUM}/${id}`),
  },
  {
    service: 'forum',
    what: 'a search for dialogs',
    paths: () =>
      createQueries(SEARCHES).map(
        (query) => `/api/search/${FORUM}/${encodeURIComponent(query)}.json?limit=20`,
      ),
  },
];

function pages(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

function eachGuide(path: (slug: string) => string): string[] {
  return Array.from({ length: GUIDES.guides }, (_, index) => path(`guide-${index}`));
}

async function eachDialog(database: Database, path: (id: number) => string): Promise<string[]> {
  const dialogs = await database.any<{ id: number }>(
    'select id from dialogs where not archived order by md5(id::text) limit $1',
    [DIALOGS.dialogs / 10],
  );
  return dialogs.map(({ id }) => path(id));
}
