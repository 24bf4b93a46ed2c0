import { type Executor, sql } from '@guidepost/postgres';
import type { PostText } from '../rendering/render-post-text.ts';

export interface ReportablePost extends PostText {
  /** The dialog, or the comment's dialog. */
  id: number;
  title: string;
  author_name: string;
}

const read = sql`
  -- The comment $3 of the dialog $2, or the dialog itself when $3 is null; no row when held.
  select d.id, d.title, coalesce(c.author_name, d.author_name) as author_name,
    left(coalesce(c.text, d.text), 1000) as text, coalesce(c.markdown, d.markdown) as markdown
  from dialogs d
  left join comments c on c.forum_id = d.forum_id and c.dialog_id = d.id and c.id = $3 and not c.held
  where d.forum_id = $1 and d.id = $2 and not d.held and ($3::bigint is null or c.id is not null)
`;

/** The dialog, or with its id the comment; null when not visible. */
export function findReportablePost(
  executor: Executor,
  { forumId, dialogId, commentId }: { forumId: number; dialogId: number; commentId: number | null },
): Promise<ReportablePost | null> {
  return executor.oneOrNone<ReportablePost>(read([forumId, dialogId, commentId]));
}
