import { parseId } from '@guidepost/http';
import { type ContentReader, type Executor, preparedStatement, statementTemplate } from '@guidepost/postgres';
import { type Inclusion, MAX_INCLUDED } from '../model/inclusion.ts';
import type { Page } from '../model/listing.ts';
import {
  type ListedRows,
  type ListRow,
  listedRows,
  type RelatedRow,
  type ResourceRow,
  relatedRows,
} from '../model/listing.ts';
import { orderBy, type SortableFields, type SortOrder } from '../model/sort-order.ts';

export const TAG_FIELDS: SortableFields = { name: (collation) => `t.name collate ${collation}`, id: 't.id' };

const DEFAULT_SORT = ['name'];

/** A tag as a JSON array, which PostgreSQL builds faster than an object. */
export function readTagRecord([id, name, slug]: [id: number, name: string, slug: string]): ResourceRow {
  return { id, name, slug };
}

export interface Tag {
  id: number;
  slug: string;
  name: string;
}

export interface TagListRequest extends SortOrder {
  knowledgeBaseId: number;
  page: Page;
  /** Lists the tags of this guide; its ID is null if the request has none that is valid. */
  guide?: { id: number | null } | undefined;
}

const findById = preparedStatement(new URL('./sql/find-tag-by-id.sql', import.meta.url));
const findAny = preparedStatement(new URL('./sql/find-any-tag.sql', import.meta.url));
const findBySlugOrId = preparedStatement(new URL('./sql/find-tag.sql', import.meta.url));
const all = statementTemplate(new URL('./sql/list-tags.sql', import.meta.url));
const evenHidden = statementTemplate(new URL('./sql/list-all-tags.sql', import.meta.url));
const ofGuide = statementTemplate(new URL('./sql/list-tags-of-guide.sql', import.meta.url));

export const tagsOfKnowledgeBase = includeTags(
  new URL('./sql/include-tags-of-knowledge-base.sql', import.meta.url),
);
export const tagsOfGuides = includeTags(new URL('./sql/include-tags-of-guides.sql', import.meta.url));

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
  { knowledgeBaseId, page, guide, ...sorting }: TagListRequest,
): Promise<ListedRows | null> {
  const statement = ordered(guide ? ofGuide : all, sorting);
  const values = [knowledgeBaseId, page.size, page.offset];
  if (!guide) return listedRows(await executor.any<ListRow>(statement(values)));
  return relatedRows(await executor.any<RelatedRow>(statement([...values, guide.id])));
}

/** Any tag, for those who may write. */
export function findAnyTag(
  executor: Executor,
  { knowledgeBaseId, id }: { knowledgeBaseId: number; id: number },
): Promise<ResourceRow | null> {
  return executor.oneOrNone<ResourceRow>(findAny([knowledgeBaseId, id]));
}

/** A page of all tags and their total, for those who may write. */
export async function listAllTags(
  executor: Executor,
  { knowledgeBaseId, page, ...sorting }: Omit<TagListRequest, 'guide'>,
): Promise<ListedRows> {
  const statement = ordered(evenHidden, sorting);
  return listedRows(await executor.any<ListRow>(statement([knowledgeBaseId, page.size, page.offset])));
}

function ordered(statement: ReturnType<typeof statementTemplate>, { sort, language }: SortOrder) {
  const order = orderBy(TAG_FIELDS, { sort: sort.length > 0 ? sort : DEFAULT_SORT, language });
  return statement({ order: order ?? 't.id' }, { prepared: sort.length === 0 });
}

function includeTags(file: URL): Inclusion {
  const statement = preparedStatement(file);
  return ({ knowledgeBaseId, sources }) => statement([knowledgeBaseId, sources, MAX_INCLUDED]);
}
