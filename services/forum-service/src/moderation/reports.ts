import { type Executor, sql } from '@guidepost/postgres';
import type { Slice } from '../model/listing.ts';
import { requireForum } from '../tenants/find-forum.ts';
import {
  divide,
  type Moderated,
  type Moderation,
  moderate,
  type Outcome,
  requireAll,
} from '../tenants/moderate.ts';

export interface ReportedPost {
  id: number;
  dialog_id: number;
  /** Null when the dialog itself is reported. */
  comment_id: number | null;
  title: string;
  archived: boolean;
  name: string;
  email: string | null;
  reason: string;
  reported_at: Date;
  /** Null while open. */
  resolved_at: Date | null;
}

interface ReportSelection {
  slug: string;
  includeResolved: boolean;
  since?: Date | undefined;
  limit: number;
}

interface LockedReport {
  id: number;
  dialog_id: number;
  comment_id: number | null;
  resolved: boolean;
}

const list = sql`
  -- $1 forum, $2 include resolved; null means no filter: $3 dialogs, $4 since; $5 limit
  select r.id, r.dialog_id, r.comment_id, d.title, d.archived, r.author_name as name, w.email, r.reason, r.reported_at,
    r.resolved_at
  from reports r
  join dialogs d on d.forum_id = r.forum_id and d.id = r.dialog_id
  join posters w on w.forum_id = r.forum_id and w.id = r.poster_id
  where r.forum_id = $1 and ($2 or r.resolved_at is null)
    and ($3::bigint[] is null or r.dialog_id = any($3))
    and ($4::timestamptz is null or r.reported_at >= $4)
  order by r.id desc
  limit $5
`;
const lock = sql`
  select r.id, r.dialog_id, r.comment_id, r.resolved_at is not null as resolved
  from reports r
  where r.forum_id = $1 and r.id = any($2::bigint[])
  order by r.id
  for update
`;
const lockOpen = sql`
  select r.id, r.dialog_id, r.comment_id, false as resolved
  from reports r
  where r.forum_id = $1 and r.dialog_id = any($2::bigint[]) and r.resolved_at is null
  order by r.id
  for update
`;
const resolve = sql`
  update reports r
  set resolved_at = now()
  where r.forum_id = $1 and r.id = any($2::bigint[])
`;

/** Newest first. @throws AppError `not-found` */
export async function listReports(
  database: Executor,
  { slug, includeResolved, since, limit }: ReportSelection,
): Promise<ReportedPost[]> {
  const { id } = await requireForum(database, slug);
  return database.any<ReportedPost>(list([id, includeResolved, null, since, limit]));
}

/** All reports of dialogs and their comments, newest first. */
export function listReportsOf(
  database: Executor,
  forumId: number,
  dialogIds: readonly number[],
): Promise<ReportedPost[]> {
  return database.any<ReportedPost>(list([forumId, true, dialogIds, null, null]));
}

/** Marks reports as resolved, which only editors see. @throws AppError `not-found` when one does not exist */
export function resolveReports(
  database: Executor,
  moderation: Moderation,
  ids: readonly number[],
): Promise<Outcome> {
  return moderate(database, moderation, async (transaction, { id, slug }) => {
    const reports = await transaction.any<LockedReport>(lock([id, ids]));
    requireAll(ids, reports, { slug, noun: 'report' });
    return resolveIn(transaction, id, reports);
  });
}

/** Marks all reports of dialogs and their comments as resolved. @returns the reports */
export function resolveReportsOf(
  database: Executor,
  moderation: Moderation,
  dialogIds: readonly number[],
): Promise<Outcome> {
  return moderate(database, moderation, async (transaction, { id }) =>
    resolveIn(transaction, id, await transaction.any<LockedReport>(lockOpen([id, dialogIds]))),
  );
}

async function resolveIn(
  transaction: Executor,
  forumId: number,
  reports: readonly LockedReport[],
): Promise<Moderated<Outcome>> {
  const { toChange, outcome } = divide(reports, ({ resolved }) => !resolved);
  await transaction.none(resolve([forumId, outcome.changed]));
  const events = toChange.map(({ id: report, dialog_id, comment_id }) => ({
    dialog_id,
    ...(comment_id !== null && { comment_id }),
    details: { report },
  }));
  return { events, visible: false, result: outcome };
}

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

const listSlice = sql`
  -- Reports, newest first, with their total: one row without a report if there is none. $1 forum, $2 include resolved,
  -- $3 start, $4 limit, $5 the id of the only one or null.
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
  const rows = await executor.many<SliceRow>(listSlice([forumId, includeResolved, start, limit, null]));
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
  const rows = await executor.many<SliceRow>(listSlice([forumId, true, 0, 1, id]));
  return rows.find((row): row is SliceRow & ReportRow => row.id !== null);
}
