import { type Executor, preparedStatement } from '@guidepost/postgres';
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

const list = preparedStatement(new URL('./sql/list-report-slice.sql', import.meta.url));

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
