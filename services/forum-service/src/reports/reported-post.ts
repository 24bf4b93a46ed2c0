import { type Executor, preparedStatement } from '@guidepost/postgres';
import type { PostText } from '../rendering/render-post-text.ts';

export interface ReportablePost extends PostText {
  /** The dialog, or the comment's dialog. */
  id: number;
  title: string;
  author_name: string;
}

const read = preparedStatement(new URL('./sql/read-reported.sql', import.meta.url));

/** The dialog, or with its id the comment; null when not visible. */
export function findReportablePost(
  executor: Executor,
  { forumId, dialogId, commentId }: { forumId: number; dialogId: number; commentId: number | null },
): Promise<ReportablePost | null> {
  return executor.oneOrNone<ReportablePost>(read([forumId, dialogId, commentId]));
}
