import { createTargetReader, type FoundTarget, type ResolvedTarget } from '@guidepost/addresses';
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

const findTargets = sql.file(new URL('./sql/find-targets.sql', import.meta.url));
const findHosts = sql`
  -- Across tenants: whether a target is on the host of another tenant.
  select h.host, h.knowledge_base_id as id
  from host_names h
  where h.host = any($1)
`;

const resolve = createTargetReader<Kind, Target>({
  reader: { readPath, entriesOf },
  nowhere: NOWHERE,
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
export function resolveTargets(
  executor: Executor,
  { id }: Pick<KnowledgeBase, 'id'>,
  typed: readonly string[],
): Promise<Map<string, ResolvedTarget<Target>>> {
  return resolve(typed, {
    id,
    listOwners: (hosts) => listOwners(executor, hosts),
    find(namesOf, entries) {
      const [guides, categories, tags] = [namesOf('guide'), namesOf('category'), namesOf('tag')];
      const ids = [...categories, ...tags].flatMap((name) => parseId(name) ?? []);
      const files = [namesOf('file'), namesOf('file path')];
      return executor.any<FoundTarget<Target>>(
        findTargets([id, guides, categories, tags, ...files, entries, ids]),
      );
    },
  });
}

async function listOwners(executor: Executor, hosts: readonly string[]): Promise<Map<string, number>> {
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
