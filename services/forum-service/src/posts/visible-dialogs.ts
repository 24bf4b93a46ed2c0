import { type ContentReader, sql } from '@guidepost/postgres';
import type { Slice } from '../model/slice.ts';

export interface VisibleDialog {
  id: number;
  last_activity: Date;
}

type VisibleRow = { total: number } & (VisibleDialog | { id: null });

const list = sql`
  -- A slice of the dialogs for a sitemap, with the total; one row without a dialog past the end. Finds the slice on an
  -- index before reading dialogs.
  select total.dialogs as total, d.id, d.last_activity
  from (
    select coalesce(sum(c.dialogs), 0)::bigint as dialogs
    from topic_counts c
    where c.forum_id = $1 and not c.archived
  ) total
  left join lateral (
    select s.id, s.topic
    from dialogs s
    where s.forum_id = $1 and not s.archived
    order by s.topic, s.id
    limit $2 offset $3
  ) slice on true
  left join dialogs d on d.forum_id = $1 and d.id = slice.id
  order by slice.topic, slice.id
`;

/** A slice of the dialogs that are not archived, with the total; cheaper than a list for readers. */
export async function listVisibleDialogs(
  executor: ContentReader,
  { forumId, start, limit }: Slice & { forumId: number },
): Promise<{ total: number; rows: VisibleDialog[] }> {
  const rows = await executor.any<VisibleRow>(list([forumId, limit, start]));
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.filter((row): row is { total: number } & VisibleDialog => row.id !== null),
  };
}
