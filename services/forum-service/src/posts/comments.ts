import {
  type BoundStatement,
  batchable,
  type ContentReader,
  type Executor,
  sql,
  sqlTemplate,
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

const list = sqlTemplate`
  -- A slice of a dialog's comments with the total: no row without such a dialog, one row without a comment past the end.
  -- Finds the slice on an index before reading comments. fits is true for the first, and while the texts so far add up to
  -- at most $6 bytes; sizes are known without reading the texts.
  select d.num_comments as total, c.fits, ${'columns'}
  from dialogs d
  left join lateral (
    select o.*, placed.place,
      placed.place = 1 or sum(octet_length(o.text_html)) over (order by placed.place) <= $6 as fits
    from (
      select found.id, row_number() over () as place
      from (
        select s.id
        from comments s
        where s.forum_id = $1 and s.dialog_id = $2 and not s.held
        order by ${'order'}
        limit $4 offset $3
      ) found
    ) placed
    join comments o on o.forum_id = $1 and o.id = placed.id
  ) c on true
  where d.forum_id = $1 and d.id = $2 and ($5 or not d.held)
  order by c.place
`;
const listNewest = batchable(
  list({ columns: LISTED_COMMENT_COLUMNS, order: NEWEST_FIRST.sql }, { prepared: true }),
  { 2: 'bigint' },
);
const countBefore = sql`
  -- How many comments precede one; no row if it or its dialog is held.
  select (
    select count(*)
    from comments s
    where s.forum_id = $1 and s.dialog_id = $2 and not s.held and (s.pub_date, s.id) < (c.pub_date, c.id)
  ) as before
  from comments c
  join dialogs d on d.forum_id = $1 and d.id = c.dialog_id and not d.held
  where c.forum_id = $1 and c.id = $3 and c.dialog_id = $2 and not c.held
`;
const find = sqlTemplate`
  select ${'columns'}
  from comments c
  join dialogs d on d.forum_id = c.forum_id and d.id = c.dialog_id and ($4 or not d.held)
  where c.forum_id = $1 and c.id = $3 and c.dialog_id = $2 and not c.held
`({ columns: COMMENT_COLUMNS }, { prepared: true });

const findAny = sqlTemplate`
  -- A comment of the dialog $2, held or not.
  select ${'columns'}
  from comments c
  where c.forum_id = $1 and c.id = $3 and c.dialog_id = $2
`({ columns: COMMENT_COLUMNS }, { prepared: true });

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
  const parts = { columns: LISTED_COMMENT_COLUMNS, order: order.sql };
  const bind = order === NEWEST_FIRST ? listNewest : list(parts, { prepared });
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
