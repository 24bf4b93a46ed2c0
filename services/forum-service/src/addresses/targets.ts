import {
  createTargetReader,
  type NamedTarget,
  type Refusal,
  type ResolvedTarget,
  type TenantsOfHosts,
} from '@guidepost/addresses';
import { type Executor, sql } from '@guidepost/postgres';
import { isStoredId } from '@guidepost/service-kit';
import type { Forum } from '../model/forum.ts';
import { foldTagName } from '../model/tag.ts';
import { entriesOf, readPath } from './address.ts';

/** Pages that every forum has, by path, and the word for the form that asks people. */
export const PAGES = {
  '/': 'home',
  '/dialogs': 'dialogs',
  '/questions': 'questions',
  '/problems': 'problems',
  '/suggestions': 'suggestions',
  '/praise': 'praise',
  '/tags': 'tags',
  '/search': 'search',
  '/ask': 'ask',
  contact: 'ask',
} as const;

/** Where an address leads: the columns of its row, all null but one, and perhaps the comment and the fragment. */
export interface Target {
  dialog_id: number | null;
  comment_id: number | null;
  /** Folded. */
  tag: string | null;
  page: (typeof PAGES)[keyof typeof PAGES] | null;
  url: string | null;
  fragment: string | null;
}

const NOWHERE: Target = {
  dialog_id: null,
  comment_id: null,
  tag: null,
  page: null,
  url: null,
  fragment: null,
};

type Kind = 'dialog' | 'comment' | 'tag';

interface FoundTarget extends Target {
  kind: string;
  name: string;
}

/** For whom targets are looked for. */
export interface TargetPlace {
  forum: Pick<Forum, 'id'>;
  /** The start of all URLs of the service. */
  publicUrl: string;
}

const findTargets = sql.file(new URL('./sql/find-targets.sql', import.meta.url));
const findOwners = sql`
  -- Across tenants: whether a target is on the host of another tenant.
  select f.host as site, f.id
  from forums f
  where f.host = any($1::text[]) and f.host <> ''
  union all
  select '/forum/' || f.slug, f.id
  from forums f
  where f.slug = any($2::text[])
`;

const BELOW = '/forum/';

/**
 * Looks for targets as people type them: a path of the forum (also of a merged dialog), another address, whose target
 * counts, `contact`, or an https URL of another site.
 */
export async function resolveTargets(
  executor: Executor,
  { forum, publicUrl }: TargetPlace,
  typed: readonly string[],
): Promise<Map<string, ResolvedTarget<Target>>> {
  const serviceHost = new URL(publicUrl).host;
  const { hostsIn, readTarget } = createTargetReader<Kind>({
    readPath,
    pages: PAGES,
    nameOfPath,
    siteIn,
    hasSites: (host) => host === serviceHost,
    example: '/12',
    otherTenant: 'another forum',
  });
  const tenants = { owners: await listOwners(executor, hostsIn(typed)), id: forum.id };
  const named = new Map([...new Set(typed)].map((text) => [text, readTarget(text, tenants)]));
  const wanted = [...named.values()].filter((each): each is NamedTarget<Kind> => !('reason' in each));
  const found = await lookForTargets(executor, forum, wanted);
  return new Map(Array.from(named, ([text, each]) => [text, resolve(each, found)]));
}

function resolve(
  named: NamedTarget<Kind> | Refusal,
  found: ReadonlyMap<string, Target>,
): ResolvedTarget<Target> {
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
  // A comment is a place by itself.
  const place = present.comment_id === null ? (fragment ?? present.fragment) : null;
  return { target: { ...present, fragment: place }, path };
}

async function lookForTargets(
  executor: Executor,
  { id }: Pick<Forum, 'id'>,
  wanted: readonly NamedTarget<Kind>[],
): Promise<Map<string, Target>> {
  const namesOf = (one: Kind) => wanted.flatMap(({ kind, name }) => (kind === one ? [name] : []));
  const idsOf = (one: Kind) => namesOf(one).map(Number).filter(isStoredId);
  const entries = wanted.flatMap(({ path }) => (path === undefined ? [] : entriesOf(path)));
  const rows = await executor.any<FoundTarget>(
    findTargets([id, idsOf('dialog'), idsOf('comment'), namesOf('tag'), entries]),
  );
  // What is found first by a name counts, such as a dialog before one that was merged.
  return new Map(rows.toReversed().map(({ kind, name, ...target }) => [`${kind} ${name}`, target]));
}

async function listOwners(executor: Executor, sites: readonly string[]): Promise<TenantsOfHosts['owners']> {
  if (sites.length === 0) return new Map();
  const hosts = sites.filter((site) => !site.startsWith('/'));
  const slugs = sites.filter((site) => site.startsWith(BELOW)).map((site) => site.slice(BELOW.length));
  const rows = await executor.any<{ site: string; id: number }>(findOwners([hosts, slugs]));
  return new Map(rows.map(({ site, id }) => [site, id]));
}

/** A page by its path; everything else may be another address. */
function nameOfPath(path: string, fragment: string | null): { kind: Kind; name: string } | undefined {
  const [, dialog, comment] = /^\/([1-9][0-9]{0,15})(?:\/comments\/([1-9][0-9]{0,15}))?$/.exec(path) ?? [];
  const [, below] = /^comment-([1-9][0-9]{0,15})$/.exec(fragment ?? '') ?? [];
  const answer = comment ?? (dialog === undefined ? undefined : below);
  if (answer !== undefined) return { kind: 'comment', name: answer };
  if (dialog !== undefined) return { kind: 'dialog', name: dialog };
  const [, tag] = /^\/tags\/([^/]+)$/.exec(path) ?? [];
  return tag === undefined ? undefined : { kind: 'tag', name: foldTagName(tag) };
}

/** The forum and the rest of `/forum/<slug>/…`. */
function siteIn(path: string): { site: string; rest: string } | undefined {
  const [, slug, rest = ''] = /^\/forum\/([^/?#]+)(.*)$/s.exec(path) ?? [];
  return slug === undefined
    ? undefined
    : { site: BELOW + slug, rest: rest.startsWith('/') ? rest : `/${rest}` };
}
