import {
  type BoundStatement,
  type Executor,
  preparedStatement,
  statementTemplate,
} from '@guidepost/postgres';
import type { Order } from '../model/order.ts';
import type { Section } from '../model/section.ts';
import type { CommentRow } from './comment.ts';
import { COMMENT_COLUMNS, LISTED_COMMENT_COLUMNS } from './comment-columns.ts';
import { COMMENT_ORDERS } from './comment-order.ts';

/** Whose comments are read. */
interface OfDialog {
  forumId: number;
  dialogId: number;
  /** Whether it is for whoever has a key: also while the dialog waits for review. */
  keyed: boolean;
}

export interface CommentListRequest extends OfDialog, Section {
  order: Order;
  /** What the texts may add up to; the section is cut where they pass that. */
  mostBytes: number;
}

export interface ListedComments {
  /** How many the dialog has. */
  total: number;
  rows: CommentRow[];
  /** Whether there are more in the section than were read. */
  isCut: boolean;
}

type ListRow = { total: number } & ((CommentRow & { fits: boolean }) | { id: null });

const list = statementTemplate(new URL('./sql/list-comments.sql', import.meta.url));
const countBefore = preparedStatement(new URL('./sql/place-of-comment.sql', import.meta.url));
const find = statementTemplate(new URL('./sql/find-comment.sql', import.meta.url))(
  { columns: COMMENT_COLUMNS },
  { prepared: true },
);

export const NEWEST_FIRST = COMMENT_ORDERS.named('-pub_date');
const OLDEST_FIRST = COMMENT_ORDERS.named('pub_date');

/** A section of the comments of a dialog that nobody has to see first; null when there is no such dialog. */
export async function listComments(
  executor: Executor,
  request: CommentListRequest,
): Promise<ListedComments | null> {
  const rows = await executor.any<ListRow>(bindCommentList(request));
  if (!rows[0]) return null;
  const section = rows.filter((row) => row.id !== null);
  const fitting = section.filter(({ fits }) => fits);
  return { total: rows[0].total, rows: fitting, isCut: fitting.length < section.length };
}

function bindCommentList(request: CommentListRequest): BoundStatement {
  const { forumId, dialogId, keyed, order, start, limit, mostBytes } = request;
  const prepared = order === NEWEST_FIRST || order === OLDEST_FIRST;
  const fragments = { columns: LISTED_COMMENT_COLUMNS, order: order.sql };
  return list(fragments, { prepared })([forumId, dialogId, start, limit, keyed, mostBytes]);
}

/** A comment of a dialog, or null. */
export function findComment(
  executor: Executor,
  { forumId, dialogId, id, keyed }: OfDialog & { id: number },
): Promise<CommentRow | null> {
  return executor.oneOrNone<CommentRow>(find([forumId, dialogId, id, keyed]));
}

/** How many visible comments of the dialog are older; undefined for a comment that is not shown there. */
export async function countCommentsBefore(
  executor: Executor,
  { forumId, dialogId, id }: { forumId: number; dialogId: number; id: number },
): Promise<number | undefined> {
  const place = await executor.oneOrNone<{ before: number }>(countBefore([forumId, dialogId, id]));
  return place?.before;
}
