import { collationOf } from '@guidepost/i18n/text-order';
import { type Database, sql, sqlTemplate } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import { requireKnowledgeBase } from '../tenants/find-knowledge-base.ts';
import { noSuchSlug } from './former-slugs.ts';
import { findProperties, type PropertyRow } from './guide-properties.ts';

export interface GuideState {
  slug: string;
  title: string;
  published: boolean;
  updated_at: Date;
}

export interface GuideDetails extends GuideState, PropertyRow {
  id: number;
  created_at: Date;
  /** Slugs, in reading order. */
  categories: string[];
  tags: string[];
  /** Newest first, without those that another guide has now. */
  former_slugs: string[];
  /** The size of the content as a JSON string. */
  content_bytes: number;
  content_html: string;
}

export interface GuideSelection {
  host: string;
  unpublished?: boolean;
  category?: string;
  tag?: string;
}

const list = sql`
  -- Guides, published or not, in the category $3 and with the tag $4, unless these are null.
  select g.slug, g.title, g.published, g.updated_at
  from guides g
  where g.knowledge_base_id = $1
    and not ($2 and g.published)
    and ($3::text is null or exists (
      select from guide_categories m
      join categories c on c.knowledge_base_id = m.knowledge_base_id and c.id = m.category_id
      where m.knowledge_base_id = $1 and m.guide_id = g.id and c.slug = $3
    ))
    and ($4::text is null or exists (
      select from guide_tags m
      join tags t on t.knowledge_base_id = m.knowledge_base_id and t.id = m.tag_id
      where m.knowledge_base_id = $1 and m.guide_id = g.id and t.slug = $4
    ))
  order by g.slug
`;
const show = sqlTemplate.file<'collation'>(new URL('./sql/show-guide.sql', import.meta.url));
const findGroups = sql`
  select
    exists (select from categories c where c.knowledge_base_id = $1 and c.slug = $2) as category,
    exists (select from tags t where t.knowledge_base_id = $1 and t.slug = $3) as tag
`;

/** Guides by slug that match all criteria. @throws AppError `not-found` for an unknown host, category or tag */
export async function listGuideStates(database: Database, selection: GuideSelection): Promise<GuideState[]> {
  const { host, unpublished = false, category = null, tag = null } = selection;
  const { id } = await requireKnowledgeBase(database, host);
  const found = await database.one<{ category: boolean; tag: boolean }>(findGroups([id, category, tag]));
  if (category && !found.category) throw new AppError('not-found', `There is no category ${category}.`);
  if (tag && !found.tag) throw new AppError('not-found', `There is no tag ${tag}.`);
  return database.any<GuideState>(list([id, unpublished, category, tag]));
}

/** @throws AppError `not-found`, with the current slug of a renamed guide */
export async function showGuide(
  database: Database,
  { host, slug }: { host: string; slug: string },
): Promise<GuideDetails> {
  const { id: knowledgeBaseId, language } = await requireKnowledgeBase(database, host);
  const statement = show({ collation: sql.identifier(collationOf(language)) }, { prepared: false });
  const guide = await database.oneOrNone<Omit<GuideDetails, keyof PropertyRow>>(
    statement([knowledgeBaseId, slug]),
  );
  if (guide) return { ...guide, ...(await findProperties(database, { knowledgeBaseId, guideId: guide.id })) };
  throw await noSuchSlug(database, { knowledgeBaseId, slug });
}
