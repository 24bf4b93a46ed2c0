import { type Executor, sql } from '@guidepost/postgres';
import { parseId } from '@guidepost/service-kit';
import { parseFileName } from '../model/file-address.ts';
import type { KnowledgeBase } from '../model/knowledge-base.ts';
import { parseSlug } from '../model/slug.ts';
import { entriesOf, type Refusal, readPath } from './address.ts';

/** Pages that every site has, by path, and the form that asks people. */
export const PAGES = { '/': 'home', '/guides': 'guides', '/search': 'search', contact: 'contact' } as const;

/** Where an address leads: the columns of its row, all null but one and perhaps the fragment. */
export interface Target {
  guide_id: number | null;
  category_id: number | null;
  tag_id: number | null;
  file_id: number | null;
  page: (typeof PAGES)[keyof typeof PAGES] | null;
  url: string | null;
  fragment: string | null;
}

const NOWHERE: Target = {
  guide_id: null,
  category_id: null,
  tag_id: null,
  file_id: null,
  page: null,
  url: null,
  fragment: null,
};

/** What a target names, before it is looked for. */
interface NamedTarget {
  kind: 'page' | 'url' | 'guide' | 'category' | 'tag' | 'file' | 'file path' | 'address';
  name: string;
  /** The path that readers would ask for; undefined for what is on another site. */
  path: string | undefined;
  fragment: string | null;
}

interface FoundTarget extends Target {
  kind: string;
  name: string;
}

const findTargets = sql.file(new URL('./sql/find-targets.sql', import.meta.url));
const findHosts = sql`
  -- Across tenants: whether a target is on the host of another tenant.
  select h.host, h.knowledge_base_id as id
  from host_names h
  where h.host = any($1)
`;

const LONGEST_URL = 2_000;
const LONGEST_FRAGMENT = 200;

/** `to` as it was typed, with what it leads to, or why it leads nowhere. */
export type ResolvedTarget =
  | { target: Target; path: string | undefined }
  | { refusal: Refusal; path?: string };

/**
 * Looks for targets as people type them: a path of the site (of a guide also a former one), another address, whose
 * target counts, `contact`, `file:<path in an export>`, or an https URL of another site.
 */
export async function resolveTargets(
  executor: Executor,
  knowledgeBase: Pick<KnowledgeBase, 'id'>,
  typed: readonly string[],
): Promise<Map<string, ResolvedTarget>> {
  const hosts = await listHosts(executor, typed);
  const named = new Map(
    [...new Set(typed)].map((text) => [text, nameTarget(text, { hosts, id: knowledgeBase.id })]),
  );
  const wanted = [...named.values()].filter((each): each is NamedTarget => !('reason' in each));
  const found = await lookForTargets(executor, knowledgeBase, wanted);
  return new Map(Array.from(named, ([text, each]) => [text, resolve(each, found)]));
}

function resolve(named: NamedTarget | Refusal, found: ReadonlyMap<string, Target>): ResolvedTarget {
  if ('reason' in named) return { refusal: named };
  const { kind, name, path, fragment } = named;
  if (kind === 'page') return { target: { ...NOWHERE, page: name as Target['page'], fragment }, path };
  if (kind === 'url') return { target: { ...NOWHERE, url: name }, path };
  const entries = path === undefined ? [] : entriesOf(path);
  const [present] = [`${kind} ${name}`, ...entries.map((entry) => `address ${entry}`)].flatMap(
    (key) => found.get(key) ?? [],
  );
  if (!present) {
    const refusal: Refusal = { reason: 'nothing', message: `Nothing is at ${path ?? name}.` };
    return { refusal, ...(path !== undefined && { path }) };
  }
  return { target: { ...present, fragment: fragment ?? present.fragment }, path };
}

async function lookForTargets(
  executor: Executor,
  { id }: Pick<KnowledgeBase, 'id'>,
  wanted: readonly NamedTarget[],
): Promise<Map<string, Target>> {
  const namesOf = (one: NamedTarget['kind']) =>
    wanted.flatMap(({ kind, name }) => (kind === one ? [name] : []));
  const groups = [...namesOf('category'), ...namesOf('tag')];
  const rows = await executor.any<FoundTarget>(
    findTargets([
      id,
      namesOf('guide'),
      namesOf('category'),
      namesOf('tag'),
      namesOf('file'),
      namesOf('file path'),
      wanted.flatMap(({ path }) => (path === undefined ? [] : entriesOf(path))),
      groups.flatMap((name) => parseId(name) ?? []),
    ]),
  );
  // What is found first by a name counts, such as a slug before an ID.
  return new Map(rows.toReversed().map(({ kind, name, ...target }) => [`${kind} ${name}`, target]));
}

interface Hosts {
  /** The tenants of hosts. */
  hosts: ReadonlyMap<string, number>;
  /** The tenant that the targets are for. */
  id: number;
}

async function listHosts(executor: Executor, typed: readonly string[]): Promise<Hosts['hosts']> {
  const named = typed.flatMap((text) => {
    const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
    const site = siteIn(url?.pathname ?? text.trim());
    return [...(url ? [url.host, url.hostname] : []), ...(site ? [site.host] : [])];
  });
  if (named.length === 0) return new Map();
  const rows = await executor.any<{ host: string; id: number }>(findHosts([[...new Set(named)]]));
  return new Map(rows.map(({ host, id }) => [host, id]));
}

/** A refusal if it may lead nowhere, whatever there is. */
function nameTarget(text: string, hosts: Hosts): NamedTarget | Refusal {
  const typed = text.trim();
  if (typed === 'contact') return { kind: 'page', name: 'contact', path: undefined, fragment: null };
  if (typed.startsWith('file:'))
    return { kind: 'file path', name: typed.slice('file:'.length), path: undefined, fragment: null };
  if (typed.startsWith('/') && !typed.startsWith('//')) return nameOnSite(typed, hosts);
  return nameUrl(typed, hosts);
}

function nameUrl(typed: string, hosts: Hosts): NamedTarget | Refusal {
  const url = URL.canParse(typed) ? new URL(typed) : undefined;
  if (!url || !/^https?:\/\//i.test(typed)) {
    return wrong('A target is a path such as /guides/install, contact, or a URL that begins with https://.');
  }
  const owner = hosts.hosts.get(url.host) ?? hosts.hosts.get(url.hostname);
  if (owner === hosts.id) return nameOnSite(`${url.pathname}${url.search}${url.hash}`, hosts);
  if (owner !== undefined || isOfOther(url.pathname, hosts)) return OTHER_TENANT;
  if (url.protocol !== 'https:') return wrong('A URL of another site begins with https://.');
  if (url.username !== '' || url.password !== '')
    return wrong('A URL must not contain a name or a password.');
  if (url.href.length > LONGEST_URL) return wrong(`A URL has up to ${LONGEST_URL} characters.`);
  return { kind: 'url', name: url.href, path: undefined, fragment: null };
}

const OTHER_TENANT: Refusal = {
  reason: 'tenant',
  message: 'An address must not lead to another knowledge base.',
};

function wrong(message: string): Refusal {
  return { reason: 'target', message };
}

function nameOnSite(typed: string, hosts: Hosts): NamedTarget | Refusal {
  if (isOfOther(typed, hosts)) return OTHER_TENANT;
  const path = readPath(siteIn(typed)?.rest ?? typed);
  if (path === undefined) return wrong(`${typed} is no path.`);
  const fragment = fragmentOf(typed);
  const page = Object.hasOwn(PAGES, path) ? PAGES[path as keyof typeof PAGES] : undefined;
  if (page) return { kind: 'page', name: page, path, fragment };
  return { ...nameOfPath(path), path, fragment };
}

/** A page by its path; everything else may be another address. */
function nameOfPath(path: string): Pick<NamedTarget, 'kind' | 'name'> {
  const [, collection = '', name = ''] = /^\/(guides|categories|tags|files)\/([^/]+)$/.exec(path) ?? [];
  const token = collection === 'files' ? parseFileName(name)?.token : undefined;
  if (token !== undefined) return { kind: 'file', name: token };
  const kind = COLLECTIONS.get(collection);
  return kind && parseSlug(name) ? { kind, name } : { kind: 'address', name: path };
}

const COLLECTIONS: ReadonlyMap<string, 'guide' | 'category' | 'tag'> = new Map([
  ['guides', 'guide'],
  ['categories', 'category'],
  ['tags', 'tag'],
]);

/** Decoded; null for none, and for what names no place. */
function fragmentOf(typed: string): string | null {
  const place = typed.indexOf('#');
  const fragment = place === -1 ? '' : decodeFragment(typed.slice(place + 1));
  const isName = fragment.length <= LONGEST_FRAGMENT && /^[\p{L}\p{M}\p{N}\p{P}%+=~-]+$/u.test(fragment);
  return isName ? fragment : null;
}

function decodeFragment(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The host and the rest of `/site/<host>/…`. */
function siteIn(path: string): { host: string; rest: string } | undefined {
  const [, host, rest = ''] = /^\/site\/([^/?#]+)(.*)$/s.exec(path) ?? [];
  return host === undefined
    ? undefined
    : { host: host.toLowerCase(), rest: rest.startsWith('/') ? rest : `/${rest}` };
}

function isOfOther(path: string, { hosts, id }: Hosts): boolean {
  const site = siteIn(path);
  const owner = site && hosts.get(site.host);
  return owner !== undefined && owner !== id;
}
