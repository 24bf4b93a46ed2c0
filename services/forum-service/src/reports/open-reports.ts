import { type Executor, preparedStatement } from '@guidepost/postgres';
import {
  divide,
  type Moderated,
  type Moderation,
  moderate,
  type Outcome,
  requireAll,
} from '../audit/moderate.ts';
import { requireForum } from '../forums/find-forum.ts';

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

const list = preparedStatement(new URL('./sql/list-reports.sql', import.meta.url));
const lock = preparedStatement(new URL('./sql/lock-reports.sql', import.meta.url));
const lockOpen = preparedStatement(new URL('./sql/lock-open-reports.sql', import.meta.url));
const resolve = preparedStatement(new URL('./sql/resolve-reports.sql', import.meta.url));

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
