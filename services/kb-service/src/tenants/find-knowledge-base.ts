import type { ImageType } from '@guidepost/files/images';
import { parseHost } from '@guidepost/http/host-names';
import { type Executor, sql } from '@guidepost/postgres';
import { fileAddress } from '../model/file-address.ts';
import {
  type KnowledgeBase,
  type Logo,
  movedAway,
  noSuchKnowledgeBase,
  parseEditionName,
} from '../model/knowledge-base.ts';

type FoundRow = KnowledgeBaseRow & { moved: boolean };

type KnowledgeBaseRow = Omit<KnowledgeBase, 'logo'> & { logo: StoredLogo | null };

/** The columns of the knowledge base k in its language e; k and e are the same row in the main language. */
const COLUMNS = sql.part`e.id, e.host, e.language, e.revision, k.id as main_id, k.host as main_host,
    k.name, k.organization_name, k.access, k.accent_color, k.forum, k.forum_url, k.shown_look as look,
    exists (select from contact_targets t where t.knowledge_base_id = k.id) as contact,
    (
      select json_build_object('token', f.token, 'media_type', f.media_type, 'width', k.logo_width, 'height', k.logo_height)
      from files f
      where f.knowledge_base_id = k.id and f.id = k.logo_file_id
    ) as logo,
    array(
      select json_build_object('id', o.id, 'language', o.language)
      from knowledge_bases o
      where o.main_id = k.id
      order by o.language_place nulls first
    ) as languages`;

const findByHost = sql`
  -- Across tenants: finds the tenant of a request.
  -- A knowledge base by any of its host names $1, in the language $2 in lower case, or in its main one.
  select ${COLUMNS},
    exists (select from tenant_moves m where m.tenant_id = k.id and m.state = 'moved') as moved
  from knowledge_bases e
  join knowledge_bases k on k.id = e.main_id
  where e.id = case
    when $2::text is null then (select h.knowledge_base_id from host_names h where h.host = $1)
    else (
      select o.id
      from host_names h
      join knowledge_bases o on o.edition_of = h.knowledge_base_id and lower(o.language) = $2
      where h.host = $1
    )
  end
`;
const listById = sql`
  select ${COLUMNS}
  from knowledge_bases e
  join knowledge_bases k on k.id = e.main_id
  where e.id = any($1)
    and not exists (select from tenant_moves m where m.tenant_id = k.id and m.state = 'moved')
  order by k.name collate order_root, e.host
`;
const listIds = sql`
  -- Across tenants: work for each of them.
  select id from knowledge_bases where edition_of is null order by id
`;
const lockById = sql`
  select id from knowledge_bases where id = any ($1) order by id for key share
`;
const listPublic = sql`
  -- Across tenants: lists tenants, for the front page or an operator.
  -- Public knowledge bases with published guides, by name.
  select k.host, k.name, k.organization_name, k.language
  from knowledge_bases k
  where k.access = 'public' and k.edition_of is null
    and not exists (select from tenant_moves m where m.tenant_id = k.id and m.state = 'moved')
    and exists (select from guides g where g.knowledge_base_id = k.id and g.published)
  order by k.name collate order_root, k.host
  limit $1
`;

export type ListedKnowledgeBase = Pick<KnowledgeBase, 'host' | 'name' | 'organization_name' | 'language'>;

export interface StoredLogo {
  token: string;
  media_type: ImageType;
  width: number;
  height: number;
}

/**
 * The knowledge base with this lower-case host, or undefined; one of its languages where a language follows, as in
 * `help.example.com:de`. Skips the query for invalid names.
 * @throws AppError `moved` if it lives in another database now
 */
export async function findKnowledgeBase(
  executor: Executor,
  name: string,
): Promise<KnowledgeBase | undefined> {
  const { host, language = null } = parseEditionName(name);
  if (parseHost(host) === undefined) return undefined;
  const found = await executor.oneOrNone<FoundRow>(findByHost([host, language]));
  if (!found) return undefined;
  const { moved, ...row } = found;
  if (moved) throw movedAway(host);
  return withLogoAddress(row);
}

/** For commands; `http/admit.ts` finds the one of a request. @throws AppError `not-found` */
export async function requireKnowledgeBase(executor: Executor, host: string): Promise<KnowledgeBase> {
  const found = await findKnowledgeBase(executor, host);
  if (!found) throw noSuchKnowledgeBase(host);
  return found;
}

/** Those with these ids, by name. */
export async function listKnowledgeBasesById(
  executor: Executor,
  ids: readonly number[],
): Promise<KnowledgeBase[]> {
  return (await executor.any<KnowledgeBaseRow>(listById([ids]))).map(withLogoAddress);
}

export async function listKnowledgeBaseIds(executor: Executor): Promise<number[]> {
  return (await executor.any<{ id: number }>(listIds([]))).map(({ id }) => id);
}

/** Those of these ids that exist, locked so that they are not deleted within the transaction. */
export async function lockKnowledgeBases(transaction: Executor, ids: readonly number[]): Promise<number[]> {
  return (await transaction.any<{ id: number }>(lockById([ids]))).map(({ id }) => id);
}

/** Public knowledge bases with published guides, by name. */
export function listPublicKnowledgeBases(executor: Executor, most: number): Promise<ListedKnowledgeBase[]> {
  return executor.any<ListedKnowledgeBase>(listPublic([most]));
}

export function withLogoAddress<Row extends { logo: StoredLogo | null }>({ logo, ...row }: Row) {
  return { ...row, logo: logo && describeLogo(logo) };
}

function describeLogo({ token, media_type, width, height }: StoredLogo): Logo {
  return { address: fileAddress({ token, media_type, name: null }), width, height };
}
