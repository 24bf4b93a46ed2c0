import { type Database, type MoveStatus, sql } from '@guidepost/postgres';
import type { LookTexts } from '../look/look-properties.ts';
import { type KnowledgeBase, type Logo, noSuchKnowledgeBase } from '../model/knowledge-base.ts';
import { type StoredLogo, withLogoAddress } from './find-knowledge-base.ts';

export type Properties = Pick<
  KnowledgeBase,
  'name' | 'organization_name' | 'language' | 'access' | 'accent_color'
>;

/** A knowledge base with counts; guides include unpublished ones. */
export interface KnowledgeBaseOverview extends Properties, Pick<KnowledgeBase, 'forum'> {
  host: string;
  /** Other names that lead to it. */
  other_hosts: string[];
  /** The main one first. */
  languages: string[];
  logo: Logo | null;
  /** The texts of its owners about how its pages look. */
  look: LookTexts;
  created_at: Date;
  guides: number;
  published_guides: number;
  categories: number;
  tags: number;
  move: MoveStatus | null;
}

type OverviewRow = Omit<KnowledgeBaseOverview, 'logo'> & { logo: StoredLogo | null };

const listWithCounts = sql`
  -- Across tenants: lists tenants, for the front page or an operator.
  -- All knowledge bases, or the one with host $1, with counts.
  select k.host,
    array(select h.host from host_names h where h.knowledge_base_id = k.id and h.host <> k.host order by h.host) as other_hosts,
    array(
      select o.language from knowledge_bases o where o.main_id = k.id order by o.language_place nulls first
    ) as languages,
    k.name, k.organization_name, k.language, k.access, k.accent_color, k.forum, k.look, k.created_at,
    (
      select json_build_object('token', f.token, 'media_type', f.media_type, 'width', k.logo_width, 'height', k.logo_height)
      from files f
      where f.knowledge_base_id = k.id and f.id = k.logo_file_id
    ) as logo,
    (select count(*) from guides g where g.knowledge_base_id = k.id) as guides,
    (select count(*) from guides g where g.knowledge_base_id = k.id and g.published) as published_guides,
    (select count(*) from categories c where c.knowledge_base_id = k.id) as categories,
    (select count(*) from tags t where t.knowledge_base_id = k.id) as tags,
    (
      select case m.state when 'moved' then 'moved' else 'moving' end
      from tenant_moves m
      where m.tenant_id = k.id and m.state <> 'deleted'
    ) as move
  from knowledge_bases k
  where k.edition_of is null
    and ($1::text is null or k.id = (select h.knowledge_base_id from host_names h where h.host = $1))
  order by k.host
`;

export async function listKnowledgeBases(database: Database): Promise<KnowledgeBaseOverview[]> {
  const rows = await database.any<OverviewRow>(listWithCounts([null]));
  return rows.map(withLogoAddress);
}

/** @throws AppError `not-found` */
export async function showKnowledgeBase(database: Database, host: string): Promise<KnowledgeBaseOverview> {
  const found = await database.oneOrNone<OverviewRow>(listWithCounts([host]));
  if (!found) throw noSuchKnowledgeBase(host);
  return withLogoAddress(found);
}
