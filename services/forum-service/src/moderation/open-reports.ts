import { type Executor, sql } from '@guidepost/postgres';
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

export interface ReportSelection {
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
