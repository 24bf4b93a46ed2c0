import { type ContentReader, type Executor, preparedStatement } from '@guidepost/postgres';
import { requireForum } from '../forums/find-forum.ts';
import type { Slice } from '../model/slice.ts';
import type { TagRow } from '../model/tag.ts';

const list = preparedStatement(new URL('./sql/list-tags.sql', import.meta.url));
const listPublic = preparedStatement(new URL('./sql/list-public-tags.sql', import.meta.url));
const findPublic = preparedStatement(new URL('./sql/find-public-tag.sql', import.meta.url));
const listAll = preparedStatement(new URL('./sql/list-all-tags.sql', import.meta.url));

type ListRow = { total: number } & (TagRow | { name: null });

export interface ListedTags {
  total: number;
  rows: TagRow[];
}

interface TagSlice extends Slice {
  forumId: number;
}

export function listTags(executor: ContentReader, slice: TagSlice): Promise<ListedTags> {
  return readSlice(executor, list, slice);
}

export function listPublicTags(executor: ContentReader, slice: TagSlice): Promise<ListedTags> {
  return readSlice(executor, listPublic, slice);
}

export function findPublicTag(
  executor: ContentReader,
  forumId: number,
  folded: string,
): Promise<TagRow | null> {
  return executor.oneOrNone<TagRow>(findPublic([forumId, folded]));
}

async function readSlice(
  executor: ContentReader,
  statement: typeof list,
  { forumId, start, limit }: TagSlice,
): Promise<ListedTags> {
  const rows = await executor.any<ListRow>(statement([forumId, start, limit]));
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.filter((row): row is { total: number } & TagRow => row.name !== null),
  };
}

export interface EditedTag extends TagRow {
  archived_dialogs: number;
}

/** All tags of a forum, by name. @throws AppError `not-found` */
export async function listAllTags(executor: Executor, slug: string): Promise<EditedTag[]> {
  const { id } = await requireForum(executor, slug);
  return executor.any<EditedTag>(listAll([id]));
}
