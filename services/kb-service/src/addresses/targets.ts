import {
  createTargetReader,
  type NamedTarget,
  type Refusal,
  type ResolvedTarget,
  type TenantsOfHosts,
} from '@guidepost/addresses';
import { type Executor, sql } from '@guidepost/postgres';
import { parseId } from '@guidepost/service-kit';
import { downloadToken, parseFileName } from '../model/file-address.ts';
import type { KnowledgeBase } from '../model/knowledge-base.ts';
import { parseSlug } from '../model/slug.ts';
import { entriesOf, readPath } from './address.ts';

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

type Kind = 'guide' | 'category' | 'tag' | 'file' | 'file path';

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

const { hostsIn, readTarget } = createTargetReader<Kind>({
  readPath,
  pages: PAGES,
  nameOfPath,
  nameOfWord: (word) =>
    word.startsWith('file:') ? { kind: 'file path', name: word.slice('file:'.length) } : undefined,
  siteIn,
  example: '/guides/install',
  otherTenant: 'another knowledge base',
});

/**
 * Looks for targets as people type them: a path of the site (of a guide also a former one), another address, whose
 * target counts, `contact`, `file:<path in an export>`, or an https URL of another site.
 */
export async function resolveTargets(
  executor: Executor,
  knowledgeBase: Pick<KnowledgeBase, 'id'>,
  typed: readonly string[],
): Promise<Map<string, ResolvedTarget<Target>>> {
  const tenants = { owners: await listOwners(executor, hostsIn(typed)), id: knowledgeBase.id };
  const named = new Map([...new Set(typed)].map((text) => [text, readTarget(text, tenants)]));
  const wanted = [...named.values()].filter((each): each is NamedTarget<Kind> => !('reason' in each));
  const found = await lookForTargets(executor, knowledgeBase, wanted);
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
  return { target: { ...present, fragment: fragment ?? present.fragment }, path };
}

async function lookForTargets(
  executor: Executor,
  { id }: Pick<KnowledgeBase, 'id'>,
  wanted: readonly NamedTarget<Kind>[],
): Promise<Map<string, Target>> {
  const namesOf = (one: NamedTarget<Kind>['kind']) =>
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

async function listOwners(executor: Executor, hosts: readonly string[]): Promise<TenantsOfHosts['owners']> {
  if (hosts.length === 0) return new Map();
  const rows = await executor.any<{ host: string; id: number }>(findHosts([hosts]));
  return new Map(rows.map(({ host, id }) => [host, id]));
}

const COLLECTIONS: ReadonlyMap<string, 'guide' | 'category' | 'tag'> = new Map([
  ['guides', 'guide'],
  ['categories', 'category'],
  ['tags', 'tag'],
]);

/** A page by its path; everything else may be another address. */
function nameOfPath(path: string): { kind: Kind; name: string } | undefined {
  // Paths are decoded, and names may have spaces.
  const download = downloadToken(path.replaceAll(' ', '%20'));
  if (download !== undefined) return { kind: 'file', name: download };
  const [, collection = '', name = ''] = /^\/(guides|categories|tags|files)\/([^/]+)$/.exec(path) ?? [];
  const token = collection === 'files' ? parseFileName(name)?.token : undefined;
  if (token !== undefined) return { kind: 'file', name: token };
  const kind = COLLECTIONS.get(collection);
  return kind && parseSlug(name) ? { kind, name } : undefined;
}

/** The host and the rest of `/site/<host>/…`. */
function siteIn(path: string): { site: string; rest: string } | undefined {
  const [, host, rest = ''] = /^\/site\/([^/?#]+)(.*)$/s.exec(path) ?? [];
  return host === undefined
    ? undefined
    : { site: host.toLowerCase(), rest: rest.startsWith('/') ? rest : `/${rest}` };
}
