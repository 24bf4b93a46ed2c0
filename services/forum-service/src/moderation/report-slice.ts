import { type Executor, sql } from '@guidepost/postgres';
import type { Slice } from '../model/slice.ts';

/** A report without what identifies its author. */
export interface ReportRow {
  id: number;
  dialog_id: number;
  /** Null when the dialog itself is reported. */
  comment_id: number | null;
  author_name: string;
  reason: string;
  resolved: boolean;
  /** ISO 8601 in UTC, to the second. */
  pub_date: string;
}

interface ReportSlice extends Slice {
  forumId: number;
  includeResolved: boolean;
}

type SliceRow = { total: number } & (ReportRow | { id: null });

const list = sql`
  -- Reports, newest first, with their total: one row without a report if there is none. $1 forum, $2 include resolved, $3
  -- start, $4 limit, $5 the id of the only one or null.
  with found as materialized (
    select r.id
    from reports r
    where r.forum_id = $1 and ($2 or r.resolved_at is null) and ($5::bigint is null or r.id = $5)
  )
  select t.total, s.id, s.dialog_id, s.comment_id, s.author_name, s.reason, s.resolved, s.pub_date
  from (select count(*) as total from found) t
  left join lateral (
    select r.id, r.dialog_id, r.comment_id, r.author_name, r.reason, r.resolved_at is not null as resolved,
      to_char(r.reported_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as pub_date
    from reports r
    where r.forum_id = $1 and r.id in (select f.id from found f)
    order by r.id desc
    limit $4 offset $3
  ) s on true
  order by s.id desc
`;

/** A slice of the reports of a forum, newest first, with the total. */
export async function listReportSlice(
  executor: Executor,
  { forumId, includeResolved, start, limit }: ReportSlice,
): Promise<{ total: number; rows: ReportRow[] }> {
  const rows = await executor.many<SliceRow>(list([forumId, includeResolved, start, limit, null]));
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.filter((row): row is SliceRow & ReportRow => row.id !== null),
  };
}

export async function findReport(
  executor: Executor,
  forumId: number,
  id: number,
): Promise<ReportRow | undefined> {
  const rows = await executor.many<SliceRow>(list([forumId, true, 0, 1, id]));
  return rows.find((row): row is SliceRow & ReportRow => row.id !== null);
}
