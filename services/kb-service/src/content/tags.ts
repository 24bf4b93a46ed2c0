import { type ContentReader, type Executor, sql } from '@guidepost/postgres';
import { parseId } from '@guidepost/service-kit';
import {
  type ListedRows,
  listedRows,
  type RelatedRow,
  type ResourceRow,
  relatedRows,
} from '../model/listing.ts';
import type { SortableFields } from '../model/sort-order.ts';
import {
  columnsOf,
  type GroupListRequest,
  type GroupTable,
  groupInclusionOf,
  groupListOf,
} from './group-lists.ts';

export const TAG_FIELDS: SortableFields = {
  name: (collation) => sql.part`t.name collate ${collation}`,
  id: sql.part`t.id`,
};

export const TAGS: GroupTable = {
  name: sql.part`tags`,
  alias: sql.part`t`,
  columns: ['id', 'name', 'slug'],
  fields: TAG_FIELDS,
  defaultSort: ['name'],
};

/** The tag t as readers get it. */
export const TAG_RECORD = columnsOf(TAGS, TAGS.alias);

export interface Tag {
  id: number;
  slug: string;
  name: string;
}

export interface TagListRequest extends GroupListRequest {
  /** Lists the tags of this guide; its ID is null if the request has none that is valid. */
  guide?: { id: number | null } | undefined;
}

const findById = sql`
  select ${TAG_RECORD}
  from tags t
  where t.knowledge_base_id = $1 and t.id = $2 and t.visible
`;
const findAny = sql`
  -- A tag, visible or not.
  select ${TAG_RECORD}
  from tags t
  where t.knowledge_base_id = $1 and t.id = $2
`;
const findBySlugOrId = sql`
  -- A visible tag by slug $2, or by ID $3 (null if $2 is no number) if no tag has the slug.
  select ${TAG_RECORD}
  from tags t
  where t.knowledge_base_id = $1 and t.visible and (t.slug = $2 or t.id = $3)
  order by t.slug = $2 desc
  limit 1
`;

const bindVisible = groupListOf(TAGS, {
  groups: sql.part`from tags t where t.knowledge_base_id = $1 and t.visible`,
});
const bindAll = groupListOf(TAGS, {
  groups: sql.part`from tags t where t.knowledge_base_id = $1`,
});
/** By the ID of the guide, $4. */
const bindOfGuide = groupListOf(TAGS, {
  groups: sql.part`
    from guide_tags m
    join tags t on t.knowledge_base_id = m.knowledge_base_id and t.id = m.tag_id and t.visible
    where m.knowledge_base_id = $1 and m.guide_id = $4`,
  parentExists: sql.part`exists (
    select from guides g where g.knowledge_base_id = $1 and g.id = $4 and (g.published or g.shown_from is not null)
  )`,
});

export const tagsOfKnowledgeBase = groupInclusionOf(
  TAGS,
  sql.part`
    select t.knowledge_base_id as source, t.id as target
    from tags t
    where t.knowledge_base_id = $1 and t.knowledge_base_id = any($2::bigint[])
  `,
);
export const tagsOfGuides = groupInclusionOf(
  TAGS,
  sql.part`
    select m.guide_id as source, m.tag_id as target
    from guide_tags m
    where m.knowledge_base_id = $1 and m.guide_id = any($2::bigint[])
  `,
);

/** A tag of a published guide, or null. */
export function findTagById(
  executor: ContentReader,
  { knowledgeBaseId, id }: { knowledgeBaseId: number; id: number },
): Promise<ResourceRow | null> {
  return executor.oneOrNone<ResourceRow>(findById([knowledgeBaseId, id]));
}

/** A tag of a published guide by slug, or by ID if no tag has that slug, or null. */
export function findTag(
  executor: ContentReader,
  { knowledgeBaseId, slug }: { knowledgeBaseId: number; slug: string },
): Promise<Tag | null> {
  return executor.oneOrNone<Tag>(findBySlugOrId([knowledgeBaseId, slug, parseId(slug) ?? null]));
}

/** A page of visible tags and their total; null if the guide does not exist. */
export async function listTags(
  executor: ContentReader,
  { guide, ...request }: TagListRequest,
): Promise<ListedRows | null> {
  const statement = guide ? bindOfGuide(request, guide.id) : bindVisible(request);
  return relatedRows(await executor.any<RelatedRow>(statement));
}

/** Any tag, for those who may write. */
export function findAnyTag(
  executor: Executor,
  { knowledgeBaseId, id }: { knowledgeBaseId: number; id: number },
): Promise<ResourceRow | null> {
  return executor.oneOrNone<ResourceRow>(findAny([knowledgeBaseId, id]));
}

/** A page of all tags and their total, for those who may write. */
export async function listAllTags(executor: Executor, request: GroupListRequest): Promise<ListedRows> {
  return listedRows(await executor.any<RelatedRow>(bindAll(request)));
}
