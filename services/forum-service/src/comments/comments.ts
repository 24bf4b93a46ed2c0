import { type BoundStatement, type Executor, statementTemplate } from '@guidepost/postgres';
import type { Section } from '../api/parameters.ts';
import type { Order } from '../api/sorting.ts';
import { COMMENT_COLUMNS as columns } from './comment-columns.ts';
import { COMMENT_SORTING } from './comment-order.ts';
import type { CommentRow } from './comment-record.ts';

/** Whose comments are read. */
interface OfDialog {
  forumId: number;
  dialogId: number;
  /** Whether it is for whoever has a key: also while the dialog waits for review. */
  keyed: boolean;
}

export interface CommentListRequest extends OfDialog, Section {
  order: Order;
}

export interface ListedComments {
  /** How many the dialog has. */
  total: number;
  rows: CommentRow[];
}

type ListRow = { total: number } & (CommentRow | { id: null });

const list = statementTemplate(new URL('./sql/list-comments.sql', import.meta.url));
const find = statementTemplate(new URL('./sql/find-comment.sql', import.meta.url))(
  { columns },
  { prepared: true },
);

export const NEWEST_FIRST = COMMENT_SORTING.order('-pub_date');
const OLDEST_FIRST = COMMENT_SORTING.order('pub_date');

/** A section of the comments of a dialog that nobody has to see first; null when there is no such dialog. */
export async function listComments(
  executor: Executor,
  request: CommentListRequest,
): Promise<ListedComments | null> {
  const rows = await executor.any<ListRow>(bindCommentList(request));
  if (!rows[0]) return null;
  return {
    total: rows[0].total,
    rows: rows.filter((row): row is { total: number } & CommentRow => row.id !== null),
  };
}

function bindCommentList(request: CommentListRequest): BoundStatement {
  const { forumId, dialogId, keyed, order, start, limit } = request;
  const prepared = order === NEWEST_FIRST || order === OLDEST_FIRST;
  return list({ columns, order: order.sql }, { prepared })([forumId, dialogId, start, limit, keyed]);
}

/** A comment of a dialog, or null. */
export function findComment(
  executor: Executor,
  { forumId, dialogId, id, keyed }: OfDialog & { id: number },
): Promise<CommentRow | null> {
  return executor.oneOrNone<CommentRow>(find([forumId, dialogId, id, keyed]));
}
