import { acceptedAt } from '../rigs/content.ts';
import type { ServiceName } from '../rigs/place.ts';
import { DIALOGS, FORUM, HOST } from './content.ts';
import { createQueries } from './queries.ts';

/** The content that the requests read. */
export interface Content {
  /** Slugs of guides and ids of dialogs, in the order in which they are read. */
  slugs: readonly string[];
  dialogs: readonly number[];
  /** An access key for the forum, where dialogs are read by tag. */
  key?: string;
}

export interface Case {
  service: ServiceName;
  what: string;
  /** Many addresses are requested once per round, without the cache; a single one repeatedly, from the cache. */
  paths(content: Content): string[];
  headers: Record<string, string>;
  /** Whether clients have the answer already, and get a 304. */
  notModified?: boolean;
  /** Whether Express alone is measured, too. */
  withPeer?: boolean;
  /**
   * The share of the bare server's rate below which `npm run bench -- short` fails: some two fifths of what was
   * measured.
   */
  floor?: number;
  /**
   * Measured for growth: as well, or only. What people look at first, so that both sides read as many rows of a list.
   */
  growth?: 'too' | 'only';
}

const API = `/knowledge/v1/${HOST}`;
const GUIDE = `${API}/guides/slug/guide-1`;
const PAGE = `${API}/guides?page[size]={size}&page[number]={page}`;
const LIST = `/api/${FORUM}`;
const SEARCHES = 400;
const GROWTH_REQUESTS = 400;
const [CATEGORIES, TAGS] = [100, 300];
const SORTS = ['id', '-id', 'title', '-title', 'slug', '-slug'];

/** The address of a search for dialogs. @param query encoded */
export const searchAddress = (query: string): string => `/api/search/${FORUM}/${query}.json?limit=20`;

/** A path with `{slug}`, `{dialog}` or `{query}` is one for each of them; one with `{n}` is one for each number. */
type Row = [what: string, path: string | Case['paths'], more?: Partial<Case> & { times?: number }];

const ONLY = { growth: 'only', times: GROWTH_REQUESTS } as const;

const ROWS: Readonly<Record<ServiceName, readonly Row[]>> = {
  kb: [
    ['one guide, kept', GUIDE, { floor: 0.33 }],
    ['the same for a bot, whose views are not counted', GUIDE, { headers: { 'User-Agent': 'Bot' } }],
    ['the same, not modified', GUIDE, { notModified: true, floor: 0.3 }],
    [
      'one guide with its categories and tags',
      `${API}/guides/slug/{slug}?include=categories,tags`,
      { withPeer: true, floor: 0.016, growth: 'too' },
    ],
    [
      '50 guides with their categories and tags',
      () =>
        SORTS.flatMap((sort) =>
          numbers(40).map((n) => `${page(50, n)}&include=categories,tags&sort=${sort}`),
        ),
      { withPeer: true },
    ],
    ['the page of a guide', `/site/${HOST}/guides/{slug}`, { floor: 0.014 }],
    ['a guide in Markdown, kept', `/site/${HOST}/guides/guide-1.md`],
    ['a search for guides', `${page(20, 1)}&q={query}`],
    ['a list of guides', () => growing((n) => page(10 + (n % 20), 1 + Math.floor(n / 20))), ONLY],
    ['guides of a category', () => growing((n) => filtered(n, 'filter[category]=c-', CATEGORIES)), ONLY],
    ['guides with a tag', () => growing((n) => filtered(n, 'filter[tag]=t-', TAGS)), ONLY],
    ['the page of a category', `/site/${HOST}/categories/c-{n}`, { ...ONLY, times: CATEGORIES - 1 }],
  ],
  forum: [
    ['the newest 20 dialogs, kept', `${LIST}.json?limit=20`, { floor: 0.38 }],
    [
      '20 dialogs from another place each time',
      `${LIST}.json?limit=20&start={n}`,
      { times: 2_000, floor: 0.008 },
    ],
    ['the same as XML', `${LIST}.xml?limit=20&start={n}`, { times: 1_000 }],
    ['the newest 20 dialogs', `${LIST}.json?limit=20&start={n}`, ONLY],
    ['the newest 20 questions', `${LIST}/questions.json?limit=20&start={n}`, ONLY],
    ['the newest 20 dialogs with a tag', `/api/tag/${FORUM}/common.json?key={key}&limit=20&start={n}`, ONLY],
    ['20 popular dialogs', `/api/popular/${FORUM}.json?limit=20&start={n}`, ONLY],
    ['one dialog', `/api/dialog/${FORUM}/{dialog}.json`, { floor: 0.028, growth: 'too' }],
    ['the comments of a dialog', `/api/comment/${FORUM}/{dialog}.json`, { growth: 'too' }],
    ['the page of a dialog', `/forum/${FORUM}/{dialog}`, { growth: 'too' }],
    ['a search for dialogs', searchAddress('{query}')],
  ],
};

export const CASES: readonly Case[] = [
  ...ROWS.kb.map((row) => caseOf('kb', row)),
  ...ROWS.forum.map((row) => caseOf('forum', row)),
];

function caseOf(service: ServiceName, [what, path, { times = 0, headers, ...more } = {}]: Row): Case {
  const paths = typeof path === 'string' ? (content: Content) => expand(path, content, times) : path;
  const accepted = service === 'kb' ? { Accept: acceptedAt(API) } : {};
  return { service, what, paths, headers: { ...accepted, ...headers }, ...more };
}

function expand(path: string, { slugs, dialogs, key = '' }: Content, times: number): string[] {
  const lists: Record<string, () => readonly (string | number)[]> = {
    '{slug}': () => slugs,
    '{dialog}': () => dialogs,
    '{query}': () => createQueries(SEARCHES).map(encodeURIComponent),
    '{n}': () => numbers(times),
  };
  const [place = '', list] = Object.entries(lists).find(([name]) => path.includes(name)) ?? [];
  const keyed = path.replace('{key}', key);
  return list ? list().map((value) => keyed.replace(place, String(value))) : [keyed];
}

function page(size: number, number: number): string {
  return PAGE.replace('{size}', String(size)).replace('{page}', String(number));
}

/** More guides of each category or tag with each round. */
function filtered(n: number, filter: string, of: number): string {
  return `${page(5 + Math.floor(n / of), 1)}&${filter}${n % of}`;
}

function growing(path: (number: number) => string): string[] {
  return Array.from({ length: GROWTH_REQUESTS }, (_, number) => path(number));
}

/** From 1 on. */
function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

export const MOST_DIALOGS_READ = DIALOGS.dialogs / 10;
