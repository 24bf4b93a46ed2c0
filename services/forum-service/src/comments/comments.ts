import { type BoundStatement, type Executor, statementTemplate } from '@guidepost/postgres';
import type { Section } from '../api/parameters.ts';
import type { Order } from '../api/sorting.ts';
import { COMMENT_COLUMNS as columns } from './comment-columns.ts';
import { COMMENT_SORTING } from './comment-order.ts';
import type { CommentRow } from './comment-record.ts';

export interface CommentListRequest extends Section {
  forumId: number;
  dialogId: number;
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

const NEWEST_FIRST = COMMENT_SORTING.order('-pub_date');
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

function bindCommentList({ forumId, dialogId, order, start, limit }: CommentListRequest): BoundStatement {
  const prepared = order === NEWEST_FIRST || order === OLDEST_FIRST;
  return list({ columns, order: order.sql }, { prepared })([forumId, dialogId, start, limit]);
}

/** A comment of a dialog, or null. */
export function findComment(
  executor: Executor,
  { forumId, dialogId, id }: Record<'forumId' | 'dialogId' | 'id', number>,
): Promise<CommentRow | null> {
  return executor.oneOrNone<CommentRow>(find([forumId, dialogId, id]));
}
