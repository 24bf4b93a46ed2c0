import type { ServiceName } from '../rigs/place.ts';
import { DIALOGS, FORUM, GUIDES, HOST } from './content.ts';
import { createQueries } from './queries.ts';

/** What is read. */
export interface Content {
  /** Of guides and dialogs, in the order in which they are read. */
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
  headers?: Record<string, string>;
  /** Whether clients have the answer already, and get a 304. */
  notModified?: boolean;
  /** Whether Express alone is measured, too. */
  withPeer?: boolean;
  /** The share of the bare server's rate below which `npm run bench -- short` fails: some two fifths of what was measured. */
  floor?: number;
  /** Measured for growth: as well, or only. What people look at first, so that both sides read as many rows of a list. */
  growth?: 'too' | 'only';
}

const JSON_API = { Accept: 'application/vnd.api+json' };
const API = `/knowledge/v1/${HOST}`;
const GUIDE = `${API}/guides/slug/guide-1`;
const LIST = `/api/${FORUM}`;
const NEWEST = 'limit=20&start=';
const PAGE_SIZE = 50;
const SEARCHES = 400;
const GROWTH_REQUESTS = 400;
const [CATEGORIES, TAGS] = [100, 300];

type Row = [what: string, paths: Case['paths'], more?: Partial<Case>];

const OF_GUIDES: readonly Row[] = [
  ['one guide, kept', () => [GUIDE], { floor: 0.33 }],
  [
    'the same for a bot, whose views are not counted',
    () => [GUIDE],
    { headers: { ...JSON_API, 'User-Agent': 'Bot' } },
  ],
  ['the same, not modified', () => [GUIDE], { notModified: true, floor: 0.3 }],
  [
    'one guide with its categories and tags',
    ({ slugs }) => slugs.map((slug) => `${API}/guides/slug/${slug}?include=categories,tags`),
    { withPeer: true, floor: 0.016, growth: 'too' },
  ],
  [
    '50 guides with their categories and tags',
    () =>
      ['id', '-id', 'title', '-title', 'slug', '-slug'].flatMap((sort) =>
        numbers(GUIDES.guides / PAGE_SIZE).map(
          (index) => `${guides(PAGE_SIZE, index + 1)}&include=categories,tags&sort=${sort}`,
        ),
      ),
    { withPeer: true },
  ],
  [
    'the page of a guide',
    ({ slugs }) => slugs.map((slug) => `/site/${HOST}/guides/${slug}`),
    { floor: 0.014 },
  ],
  ['a search for guides', () => queries().map((query) => `${guides(20)}&q=${query}`)],
  [
    'a list of guides',
    () => growing((n) => guides(10 + (n % 20), 1 + Math.floor(n / 20))),
    { growth: 'only' },
  ],
  [
    'guides of a category',
    () => growing((n) => `${guides(5 + Math.floor(n / CATEGORIES))}&filter[category]=c-${n % CATEGORIES}`),
    { growth: 'only' },
  ],
  [
    'guides with a tag',
    () => growing((n) => `${guides(5 + Math.floor(n / TAGS))}&filter[tag]=t-${n % TAGS}`),
    { growth: 'only' },
  ],
  [
    'the page of a category',
    () => numbers(CATEGORIES).map((n) => `/site/${HOST}/categories/c-${n}`),
    { growth: 'only' },
  ],
];

const OF_DIALOGS: readonly Row[] = [
  ['the newest 20 dialogs, kept', () => [`${LIST}.json?limit=20`], { floor: 0.38 }],
  [
    '20 dialogs from another place each time',
    () => numbers(2_000).map((start) => `${LIST}.json?${NEWEST}${start + 1}`),
    { floor: 0.008 },
  ],
  ['the same as XML', () => numbers(1_000).map((start) => `${LIST}.xml?${NEWEST}${start + 1}`)],
  ['the newest 20 dialogs', () => growing((n) => `${LIST}.json?${NEWEST}${n}`), { growth: 'only' }],
  [
    'the newest 20 questions',
    () => growing((n) => `${LIST}/questions.json?${NEWEST}${n}`),
    { growth: 'only' },
  ],
  [
    'the newest 20 dialogs with a tag',
    ({ key }) => growing((n) => `/api/tag/${FORUM}/common.json?key=${key}&${NEWEST}${n}`),
    { growth: 'only' },
  ],
  [
    '20 popular dialogs',
    () => growing((n) => `/api/popular/${FORUM}.json?${NEWEST}${n}`),
    { growth: 'only' },
  ],
  [
    'one dialog',
    ({ dialogs }) => dialogs.map((id) => `/api/dialog/${FORUM}/${id}.json`),
    { floor: 0.028, growth: 'too' },
  ],
  [
    'the comments of a dialog',
    ({ dialogs }) => dialogs.map((id) => `/api/comment/${FORUM}/${id}.json`),
    { growth: 'too' },
  ],
  ['the page of a dialog', ({ dialogs }) => dialogs.map((id) => `/forum/${FORUM}/${id}`), { growth: 'too' }],
  ['a search for dialogs', () => queries().map(searchAddress)],
];

export const CASES: readonly Case[] = [
  ...OF_GUIDES.map((row) => caseOf('kb', row)),
  ...OF_DIALOGS.map((row) => caseOf('forum', row)),
];

function caseOf(service: ServiceName, [what, paths, more]: Row): Case {
  return { service, what, paths, ...(service === 'kb' && { headers: JSON_API }), ...more };
}

function guides(size: number, page = 1): string {
  return `${API}/guides?page[size]=${size}&page[number]=${page}`;
}

/** The address of a search for dialogs. @param query encoded */
export function searchAddress(query: string): string {
  return `/api/search/${FORUM}/${query}.json?limit=20`;
}

function queries(): string[] {
  return createQueries(SEARCHES).map(encodeURIComponent);
}

function growing(path: (number: number) => string): string[] {
  return numbers(GROWTH_REQUESTS).map(path);
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}

export const MOST_DIALOGS_READ = DIALOGS.dialogs / 10;
