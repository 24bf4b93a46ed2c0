import { type Executor, preparedStatement } from '@guidepost/postgres';
import type { Section } from '../api/parameters.ts';
import { requireForum } from '../forums/find-forum.ts';
import type { TagRow } from './tag-record.ts';

const list = preparedStatement(new URL('./sql/list-tags.sql', import.meta.url));
const listAll = preparedStatement(new URL('./sql/list-all-tags.sql', import.meta.url));

type ListRow = { total: number } & (TagRow | { name: null });

export interface ListedTags {
  total: number;
  rows: TagRow[];
}

/** A section of a forum's tags, by name. */
export async function listTags(
  executor: Executor,
  { forumId, start, limit }: Section & { forumId: number },
): Promise<ListedTags> {
  const rows = await executor.many<ListRow>(list([forumId, start, limit]));
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.filter((row): row is { total: number } & TagRow => row.name !== null),
  };
}

/** A tag in an editor's list. */
export interface EditedTag extends TagRow {
  archived_dialogs: number;
}

/**
 * All tags of a forum, by name.
 * @throws AppError `not-found`
 */
export async function listAllTags(executor: Executor, slug: string): Promise<EditedTag[]> {
  const { id } = await requireForum(executor, slug);
  return executor.any<EditedTag>(listAll([id]));
}
