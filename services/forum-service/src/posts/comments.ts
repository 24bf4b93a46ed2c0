import {
  type BoundStatement,
  batchable,
  type ContentReader,
  type Executor,
  sql,
  sqlTemplate,
} from '@guidepost/postgres';
import { mapInSlices } from '@guidepost/service-kit';
import {
  defineOrders,
  type ListedRows,
  type ListRow,
  listedRows,
  type Order,
  type Slice,
} from '../model/listing.ts';
import type { Author } from '../model/person.ts';
import { type PostText, readableText } from '../rendering/render-posts.ts';

export interface CommentRow extends Author {
  id: number;
  dialog_id: number;
  text_html: string;
  /** ISO 8601 in UTC, to the second. */
  pub_date: string;
  is_org_reply: boolean;
  /** The comment that it answers, if readers see that one. */
  parent: { id: number; author_name: string } | null;
}

const FACTS = sql.part`c.id, c.dialog_id, c.is_org_reply, c.poster_id, c.author_name, c.work_title,
  to_char(c.pub_date at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as pub_date,
  case when c.parent_id is not null then (
    select json_build_object('id', p.id, 'author_name', p.author_name)
    from comments p
    where p.forum_id = c.forum_id and p.id = c.parent_id and p.dialog_id = c.dialog_id and not p.held
  ) end as parent`;

/** Columns of `CommentRow`, for rows aliased `c`. */
export const COMMENT_COLUMNS = sql.part`${FACTS}, c.text_html`;

/** The same with how many people found the comment helpful. */
export const COUNTED_COMMENT_COLUMNS = sql.part`${FACTS}, c.text_html, (
    select count(*)
    from helpful_votes h
    where h.forum_id = c.forum_id and h.dialog_id = c.dialog_id and h.comment_id = c.id
  ) as helpful`;

/** For lists: the text only where `fits` is true. */
export const LISTED_COMMENT_COLUMNS = sql.part`${FACTS}, case when c.fits then c.text_html end as text_html`;

export const COMMENT_ORDERS = defineOrders(
  { pub_date: 'pub_date', id: 'id', user__id: 'poster_id', user__first_name: { text: 'author_name' } },
  '-pub_date',
);

interface OfDialog {
  forumId: number;
  dialogId: number;
  /** With an access key: includes dialogs held for review. */
  keyed: boolean;
}

interface CommentListRequest extends OfDialog, Slice {
  order: Order;
  /** Limit for the texts together; the slice is cut there. */
  mostBytes: number;
}

export const NEWEST_FIRST = COMMENT_ORDERS.get('-pub_date');
const OLDEST_FIRST = COMMENT_ORDERS.get('pub_date');

const list = sqlTemplate`
  -- A slice of a dialog's comments with the total: no row without such a dialog, one row without a comment past the
  -- end. Finds the slice on an index before reading comments. fits is true for the first, and while the texts so far
  -- add up to at most $6 bytes; sizes are known without reading the texts.
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

/** Per dialog, and characters per comment: enough to show why a dialog was found. */
const MAX_COMMENTS = 50;
const MAX_READ = 2_000;

const listNewestComments = sql`
  -- The beginnings of the newest $3 visible comments of each dialog.
  select d.id as dialog_id, (
    select coalesce(json_agg(n), '[]')
    from (
      select left(c.text, $4) as text, c.markdown
      from comments c
      where c.forum_id = $1 and c.dialog_id = d.id and not c.held
      order by c.pub_date desc, c.id desc
      limit $3
    ) n
  ) as comments
  from unnest($2::bigint[]) as d (id)
`;

export async function readNewestComments(
  executor: Executor,
  forumId: number,
  dialogIds: readonly number[],
): Promise<ReadonlyMap<number, string[]>> {
  if (dialogIds.length === 0) return new Map();
  const values = [forumId, dialogIds, MAX_COMMENTS, MAX_READ];
  const rows = await executor.any<{ dialog_id: number; comments: PostText[] }>(listNewestComments(values));
  const texts = rows.map(
    async ({ dialog_id, comments }) => [dialog_id, await mapInSlices(comments, readableText)] as const,
  );
  return new Map(await Promise.all(texts));
}
