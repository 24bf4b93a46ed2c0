import { FORUM, HOST } from './content.ts';
import type { GrownContent } from './growth-content.ts';
import type { ServiceName } from './processes.ts';

export interface GrowthCase {
  service: ServiceName;
  what: string;
  /** All different, of what people look at first: both sides read as many rows of a list. */
  paths: (content: GrownContent) => string[];
  headers?: Record<string, string>;
}

const JSON_API = { Accept: 'application/vnd.api+json' };
const API = `/knowledge/v1/${HOST}`;
const REQUESTS = 400;
const [CATEGORIES, TAGS] = [100, 300];

const each = (path: (number: number) => string, requests = REQUESTS) =>
  Array.from({ length: requests }, (_, number) => path(number));

/** IDs from all over, which have comments. */
const dialogs = ({ size }: GrownContent, path: (id: number) => string) =>
  each((n) => path(5 + ((n * 7919 * 5) % (size.dialogs - 5))), REQUESTS / 2);

export const GROWTH_CASES: readonly GrowthCase[] = [
  {
    service: 'forum',
    what: 'the newest 20 dialogs',
    paths: () => each((n) => `/api/${FORUM}.json?limit=20&start=${n}`),
  },
  {
    service: 'forum',
    what: 'the newest 20 questions',
    paths: () => each((n) => `/api/${FORUM}/questions.json?limit=20&start=${n}`),
  },
  {
    service: 'forum',
    what: 'the newest 20 dialogs with a tag',
    paths: ({ key }) => each((n) => `/api/tag/${FORUM}/common.json?key=${key}&limit=20&start=${n}`),
  },
  {
    service: 'forum',
    what: '20 popular dialogs',
    paths: () => each((n) => `/api/popular/${FORUM}.json?limit=20&start=${n}`),
  },
  {
    service: 'forum',
    what: 'one dialog',
    paths: (content) => dialogs(content, (id) => `/api/dialog/${FORUM}/${id}.json`),
  },
  {
    service: 'forum',
    what: 'the comments of a dialog',
    paths: (content) => dialogs(content, (id) => `/api/comment/${FORUM}/${id}.json`),
  },
  {
    service: 'forum',
    what: 'the page of a dialog',
    paths: (content) => dialogs(content, (id) => `/forum/${FORUM}/${id}`),
  },
  {
    service: 'kb',
    what: 'one guide with its categories and tags',
    paths: ({ size }) =>
      each((n) => `${API}/guides/slug/g-${1 + ((n * 7919) % size.guides)}?include=categories,tags`),
    headers: JSON_API,
  },
  {
    service: 'kb',
    what: 'a list of guides',
    paths: () =>
      each((n) => `${API}/guides?page[size]=${10 + (n % 20)}&page[number]=${1 + Math.floor(n / 20)}`),
    headers: JSON_API,
  },
  {
    service: 'kb',
    what: 'guides of a category',
    paths: () =>
      each(
        (n) =>
          `${API}/guides?filter[category]=c-${n % CATEGORIES}&page[size]=${5 + Math.floor(n / CATEGORIES)}`,
      ),
    headers: JSON_API,
  },
  {
    service: 'kb',
    what: 'guides with a tag',
    paths: () =>
      each((n) => `${API}/guides?filter[tag]=t-${n % TAGS}&page[size]=${5 + Math.floor(n / TAGS)}`),
    headers: JSON_API,
  },
  {
    service: 'kb',
    what: 'the page of a category',
    paths: () => each((n) => `/site/${HOST}/categories/c-${n}`, CATEGORIES),
  },
];
