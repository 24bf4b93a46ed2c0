import { collationOf } from '@guidepost/i18n/text-order';
import { type ContentReader, type Executor, preparedStatement, statementTemplate } from '@guidepost/postgres';
import { requireForum } from '../forums/find-forum.ts';
import type { Forum } from '../model/forum.ts';
import type { Slice } from '../model/slice.ts';
import type { TagRow } from '../model/tag.ts';

const list = statementTemplate(new URL('./sql/list-tags.sql', import.meta.url));
const listPublic = statementTemplate(new URL('./sql/list-public-tags.sql', import.meta.url));
const findPublic = preparedStatement(new URL('./sql/find-public-tag.sql', import.meta.url));
const listAll = statementTemplate(new URL('./sql/list-all-tags.sql', import.meta.url));

type ListRow = { total: number } & (TagRow | { name: null });

export interface ListedTags {
  total: number;
  rows: TagRow[];
}

interface TagSlice extends Slice {
  forum: Pick<Forum, 'id' | 'language'>;
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
  { forum, start, limit }: TagSlice,
): Promise<ListedTags> {
  const bind = statement({ collation: collationOf(forum.language) }, { prepared: true });
  const rows = await executor.any<ListRow>(bind([forum.id, start, limit]));
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
  const { id, language } = await requireForum(executor, slug);
  const bind = listAll({ collation: collationOf(language) }, { prepared: false });
  return executor.any<EditedTag>(bind([id]));
}
