import { collationOf } from '@guidepost/i18n/text-order';
import { type ContentReader, type Executor, sql, sqlTemplate } from '@guidepost/postgres';
import type { Forum } from '../model/forum.ts';
import type { Slice } from '../model/listing.ts';
import type { TagRow } from '../model/tag.ts';
import { requireForum } from '../tenants/find-forum.ts';

const list = sqlTemplate`
  -- A slice of the tags by name, with the total; one row without a tag past the end.
  select total.tags as total, slice.name, slice.dialogs, slice.is_public
  from (select count(*) as tags from tags where forum_id = $1) total
  left join lateral (
    select t.id, t.name, t.dialogs, t.is_public
    from tags t
    where t.forum_id = $1
    order by t.name collate ${'collation'}, t.id
    limit $3 offset $2
  ) slice on true
  order by slice.name collate ${'collation'}, slice.id
`;
const listPublic = sqlTemplate`
  -- A slice of the public tags with visible dialogs, by name, with the total; one row without a tag past the end.
  with shown as materialized (
    select t.id, t.name, t.dialogs, t.is_public
    from tags t
    where t.forum_id = $1 and t.is_public and t.dialogs > 0
  )
  select total.tags as total, slice.name, slice.dialogs, slice.is_public
  from (select count(*) as tags from shown) total
  left join lateral (
    select s.id, s.name, s.dialogs, s.is_public
    from shown s
    order by s.name collate ${'collation'}, s.id
    limit $3 offset $2
  ) slice on true
  order by slice.name collate ${'collation'}, slice.id
`;
const findPublic = sql`
  select t.name, t.dialogs, t.is_public
  from tags t
  where t.forum_id = $1 and t.folded_name = $2 and t.is_public
`;
const listAll = sqlTemplate`
  select t.name, t.is_public, t.dialogs,
    (
      select count(*) from dialog_tags x where x.forum_id = $1 and x.tag_id = t.id and x.archived
    ) as archived_dialogs
  from tags t
  where t.forum_id = $1
  order by t.name collate ${'collation'}, t.id
`;

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
  const bind = statement({ collation: sql.identifier(collationOf(forum.language)) }, { prepared: true });
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
  const bind = listAll({ collation: sql.identifier(collationOf(language)) }, { prepared: false });
  return executor.any<EditedTag>(bind([id]));
}
