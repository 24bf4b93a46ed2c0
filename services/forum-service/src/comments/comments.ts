import {
  type BoundStatement,
  batchable,
  type ContentReader,
  type Executor,
  preparedStatement,
  statementTemplate,
} from '@guidepost/postgres';
import { type ListedRows, type ListRow, listedRows } from '../model/listing.ts';
import type { Slice } from '../model/slice.ts';
import type { Order } from '../model/sort-order.ts';
import type { CommentRow } from './comment.ts';
import { COMMENT_COLUMNS, LISTED_COMMENT_COLUMNS } from './comment-columns.ts';
import { COMMENT_ORDERS } from './comment-sort-orders.ts';

interface OfDialog {
  forumId: number;
  dialogId: number;
  /** With an access key: includes dialogs held for review. */
  keyed: boolean;
}

export interface CommentListRequest extends OfDialog, Slice {
  order: Order;
  /** Limit for the texts together; the slice is cut there. */
  mostBytes: number;
}

export const NEWEST_FIRST = COMMENT_ORDERS.get('-pub_date');
const OLDEST_FIRST = COMMENT_ORDERS.get('pub_date');

const list = statementTemplate(new URL('./sql/list-comments.sql', import.meta.url));
const listNewest = batchable(
  list({ columns: LISTED_COMMENT_COLUMNS, order: NEWEST_FIRST.sql }, { prepared: true }),
  { 2: 'bigint' },
);
const countBefore = preparedStatement(new URL('./sql/place-of-comment.sql', import.meta.url));
const find = statementTemplate(new URL('./sql/find-comment.sql', import.meta.url))(
  { columns: COMMENT_COLUMNS },
  { prepared: true },
);

const findAny = statementTemplate(new URL('./sql/find-any-comment.sql', import.meta.url))(
  { columns: COMMENT_COLUMNS },
  { prepared: true },
);

/** A slice of a dialog's visible comments; null when there is no such dialog. */
export async function listComments(
  executor: ContentReader,
  request: CommentListRequest,
): Promise<ListedRows<CommentRow> | null> {
  const listed = await executor.any<ListRow<CommentRow>>(bindCommentList(request));
  return listed.length === 0 ? null : listedRows(listed);
}

function bindCommentList(request: CommentListRequest): BoundStatement {
  const { forumId, dialogId, keyed, order, start, limit, mostBytes } = request;
  const prepared = order === NEWEST_FIRST || order === OLDEST_FIRST;
  const fragments = { columns: LISTED_COMMENT_COLUMNS, order: order.sql };
  const bind = order === NEWEST_FIRST ? listNewest : list(fragments, { prepared });
  return bind([forumId, dialogId, start, limit, keyed, mostBytes]);
}

export function findComment(
  executor: ContentReader,
  { forumId, dialogId, id, keyed }: OfDialog & { id: number },
): Promise<CommentRow | null> {
  return executor.oneOrNone<CommentRow>(find([forumId, dialogId, id, keyed]));
}

/** A comment for editors, also one that waits for review. */
export function findAnyComment(
  executor: Executor,
  { forumId, dialogId, id }: Omit<OfDialog, 'keyed'> & { id: number },
): Promise<CommentRow | null> {
  return executor.oneOrNone<CommentRow>(findAny([forumId, dialogId, id]));
}

/** How many visible comments of the dialog are older; undefined for a comment that is not visible. */
export async function countCommentsBefore(
  executor: Executor,
  { forumId, dialogId, id }: { forumId: number; dialogId: number; id: number },
): Promise<number | undefined> {
  const place = await executor.oneOrNone<{ before: number }>(countBefore([forumId, dialogId, id]));
  return place?.before;
}
