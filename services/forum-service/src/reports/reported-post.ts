import { type Executor, preparedStatement } from '@guidepost/postgres';

/** A visible post that can be reported. */
export interface ReportablePost {
  /** The dialog that it is, or that it is said on. */
  id: number;
  title: string;
  author_name: string;
  /** The beginning, as it was written. */
  text: string;
}

const read = preparedStatement(new URL('./sql/read-reported.sql', import.meta.url));

/** The dialog, or the comment on it where its id is given; null when it is not shown. */
export function findReportablePost(
  executor: Executor,
  { forumId, dialogId, commentId }: { forumId: number; dialogId: number; commentId: number | null },
): Promise<ReportablePost | null> {
  return executor.oneOrNone<ReportablePost>(read([forumId, dialogId, commentId]));
}
