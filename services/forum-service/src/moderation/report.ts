import { type Executor, isUniqueViolation, sql } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import type { NewPost } from '../posts/new-post.ts';
import { postStatement, postValues } from '../posts/posting.ts';
import type { PostText } from '../rendering/render-posts.ts';

export interface NewReport extends NewPost {
  of: { dialogId: number } | { commentId: number };
  reason: string;
}

const reportValues = postValues(['dialogId', 'commentId', 'name', 'reason', 'person']);

const post = postStatement<{ dialog_id: number }, keyof typeof reportValues.parts>(
  sql.file(new URL('./sql/report.sql', import.meta.url), reportValues.parts),
  reportValues,
  'This sender is blocked.',
);
const findDialog = sql`
  -- $1 forum, $2 comment
  select c.dialog_id, not c.held and not d.held as visible
  from comments c
  join dialogs d on d.forum_id = c.forum_id and d.id = c.dialog_id
  where c.forum_id = $1 and c.id = $2
`;

/**
 * Stores a report in one statement; a person's first report of a post counts.
 * @returns the dialog it concerns
 * @throws AppError `not-found`, `forbidden` for a blocked sender
 */
export async function report(executor: Executor, { of, reason, ...by }: NewReport): Promise<number> {
  const { name, identity } = by.author;
  const dialogId = 'dialogId' in of ? of.dialogId : null;
  const commentId = 'commentId' in of ? of.commentId : null;
  const own = { dialogId, commentId, name, reason, person: identity.person };
  const stored = await post(executor, by, own).catch(unlessStored);
  return stored?.dialog_id ?? dialogId ?? dialogOf(executor, [by.forumId, commentId]);
}

function unlessStored(error: unknown): undefined {
  if (!isUniqueViolation(error)) throw error;
}

type CommentKey = [forumId: number, id: number | null];

async function dialogOf(executor: Executor, comment: CommentKey): Promise<number> {
  const found = await executor.oneOrNone<{ dialog_id: number }>(findDialog(comment));
  if (!found) throw new AppError('not-found', 'The comment was deleted.');
  return found.dialog_id;
}

/** The dialog of a visible comment; undefined for any other. */
export async function visibleDialogOf(executor: Executor, comment: CommentKey): Promise<number | undefined> {
  const found = await executor.oneOrNone<{ dialog_id: number; visible: boolean }>(findDialog(comment));
  return found?.visible ? found.dialog_id : undefined;
}

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
