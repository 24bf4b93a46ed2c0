import { parseId } from '@guidepost/http';
import { type Executor, preparedStatement, statementTemplate } from '@guidepost/postgres';
import { type Inclusion, MOST_INCLUDED } from '../model/inclusion.ts';
import type { Page } from '../model/listing.ts';
import {
  type ListedRows,
  type ListRow,
  listedRows,
  type RelatedRow,
  type ResourceRow,
  relatedRows,
} from '../model/listing.ts';
import { orderBy, type SortableFields } from '../model/sort.ts';

export const TAG_FIELDS: SortableFields = { name: 't.name collate "und-x-icu"', id: 't.id' };

const USUAL_ORDER = 't.name collate "und-x-icu", t.id';

/** A tag as its page names it. */
export interface Tag {
  id: number;
  slug: string;
  name: string;
}

export interface TagListRequest {
  knowledgeBaseId: number;
  page: Page;
  /** Names of {@link TAG_FIELDS}, after a `-` for descending. */
  sort: readonly string[];
  /** The guide whose tags are listed; its id is null for what can be none. */
  guide?: { id: number | null } | undefined;
}

const findById = preparedStatement(new URL('./sql/find-tag-by-id.sql', import.meta.url));
const findBySlugOrId = preparedStatement(new URL('./sql/find-tag.sql', import.meta.url));
const all = statementTemplate(new URL('./sql/list-tags.sql', import.meta.url));
const ofGuide = statementTemplate(new URL('./sql/list-tags-of-guide.sql', import.meta.url));

/** The visible tags of a knowledge base. */
export const tagsOfKnowledgeBase = includeTags(
  new URL('./sql/include-tags-of-knowledge-base.sql', import.meta.url),
);
/** The tags that guides carry. */
export const tagsOfGuides = includeTags(new URL('./sql/include-tags-of-guides.sql', import.meta.url));

/** A tag that a published guide carries, or null. */
export function findTagById(
  executor: Executor,
  { knowledgeBaseId, id }: { knowledgeBaseId: number; id: number },
): Promise<ResourceRow | null> {
  return executor.oneOrNone<ResourceRow>(findById([knowledgeBaseId, id]));
}

/** The same by its slug, or by its id when no slug is like that. */
export function findTag(
  executor: Executor,
  { knowledgeBaseId, slug }: { knowledgeBaseId: number; slug: string },
): Promise<Tag | null> {
  return executor.oneOrNone<Tag>(findBySlugOrId([knowledgeBaseId, slug, parseId(slug) ?? null]));
}

/** A page of the visible tags and the number of all; null when there is no such guide. */
export async function listTags(
  executor: Executor,
  { knowledgeBaseId, page, sort, guide }: TagListRequest,
): Promise<ListedRows | null> {
  const order = orderBy(TAG_FIELDS, sort);
  const template = guide ? ofGuide : all;
  const statement = template({ order: order ?? USUAL_ORDER }, { prepared: order === undefined });
  const values = [knowledgeBaseId, page.size, page.offset];
  if (!guide) return listedRows(await executor.any<ListRow>(statement(values)));
  return relatedRows(await executor.any<RelatedRow>(statement([...values, guide.id])));
}

function includeTags(file: URL): Inclusion {
  const statement = preparedStatement(file);
  return ({ knowledgeBaseId, sources }) => statement([knowledgeBaseId, sources, MOST_INCLUDED]);
}
