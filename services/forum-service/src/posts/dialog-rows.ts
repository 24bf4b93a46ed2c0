import { MOST_DOCUMENT_BYTES } from '@guidepost/http';
import { descriptionOf } from '@guidepost/pages';
import {
  type BoundStatement,
  type ContentReader,
  type Parts,
  type SqlPart,
  sql,
  sqlTemplate,
  type Template,
  type TemplatePart,
} from '@guidepost/postgres';
import {
  defineOrders,
  type ListedRows,
  type ListRow,
  listedRows,
  type Order,
  type Slice,
} from '../model/listing.ts';
import type { Author } from '../model/person.ts';
import type { Topic } from '../model/topics.ts';

export interface DialogRow extends Author {
  id: number;
  topic: Topic;
  title: string;
  text_html: string;
  /** ISO 8601 in UTC, to the second. */
  pub_date: string;
  last_activity: string;
  num_comments: number;
  num_votes: number;
  popularity: number;
  state: string | null;
  archived: boolean;
}

const FACTS = sql.part`d.id, d.topic, d.title, d.num_comments, d.num_votes, d.popularity, d.state, d.archived, d.poster_id,
  d.author_name, d.work_title,
  to_char(d.pub_date at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as pub_date,
  to_char(d.last_activity at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as last_activity`;

/** Columns of `DialogRow`, for rows aliased `d`. */
export const DIALOG_COLUMNS = sql.part`${FACTS}, d.text_html`;

/** For lists: the text only where `fits` is true. */
export const LISTED_DIALOG_COLUMNS = sql.part`${FACTS}, case when d.fits then d.text_html end as text_html`;

/** For search results: with the text that an excerpt is cut from. */
export const FOUND_DIALOG_COLUMNS = sql.part`d.id, d.topic, d.title, d.text, d.markdown, d.state, d.pub_date, d.num_comments,
  d.num_votes`;

/** For links to dialogs. */
export const DIALOG_TITLE_COLUMNS = sql.part`d.id, d.title`;

export const DIALOG_ORDERS = defineOrders(
  {
    pub_date: 'pub_date',
    popularity: 'popularity',
    last_activity: 'last_activity',
    num_votes: 'num_votes',
    num_comments: 'num_comments',
    title: { text: 'title_start' },
    text: { text: 'text_start' },
    topic: 'topic',
    user__first_name: { text: 'author_name' },
    id: 'id',
    user__id: 'poster_id',
  },
  '-pub_date',
);

export const NEWEST_FIRST = DIALOG_ORDERS.get('-pub_date');
export const POPULAR_FIRST = DIALOG_ORDERS.get('-popularity');

export interface DialogSlice extends Slice {
  forumId: number;
  order: Order;
  columns?: SqlPart;
  /** Limit for the texts together; the slice is cut there. */
  mostBytes?: number;
}

/**
 * The values of every list statement beside the forum ($1), as `valuesOf` returns them; a list has its own from `$5`
 * on.
 */
export const sliceValues = {
  start: sql.part`$2`,
  limit: sql.part`$3`,
  mostBytes: sql.part`$4`,
};

/** `$1` to `$4` of every list statement. */
export function valuesOf({
  forumId,
  start,
  limit,
  mostBytes = MOST_DOCUMENT_BYTES,
}: Omit<DialogSlice, 'order'>) {
  return [forumId, start, limit, mostBytes];
}

/**
 * A statement that lists dialogs: a slice with the total, and one row without a dialog past the end. Dialogs are read
 * last, for the slice alone. `fits` is true for the first, and while the texts so far add up to at most `mostBytes`;
 * sizes are known without reading the texts.
 * @param list the tables of a `with`, what selects the total as `dialogs`, and what has `id` and `place` of the slice
 */
export function dialogListOf<Name extends string>(list: {
  tables?: TemplatePart<Name>;
  total: TemplatePart<Name>;
  placed: TemplatePart<Name>;
}): Template<Name | 'columns'> {
  const { tables = sqlTemplate.part``, total, placed } = list;
  return sqlTemplate<Name | 'columns'>`
    ${tables}
    select total.dialogs as total, d.fits, ${'columns'}
    from (${total}) total
    left join (
      select o.*, placed.place,
        placed.place = 1 or sum(octet_length(o.text_html)) over (order by placed.place) <= ${sliceValues.mostBytes} as fits
      from ${placed}
      join dialogs o on o.forum_id = $1 and o.id = placed.id
    ) d on true
    order by d.place
  `;
}

/** @param found selects the ids of a slice, in order */
export function inPlaces<Name extends string>(found: TemplatePart<Name>): TemplatePart<Name> {
  return sqlTemplate.part`(
    select found.id, row_number() over () as place
    from (${found}) found
  ) placed`;
}

/** The parts of every list statement. */
export function partsOf({
  order,
  columns = LISTED_DIALOG_COLUMNS,
}: DialogSlice): Parts<'columns' | 'order' | 'sortColumns'> {
  return { columns, order: order.sql, sortColumns: order.columns };
}

export async function listSlice<Row extends { id: number } = DialogRow>(
  executor: ContentReader,
  statement: BoundStatement,
): Promise<ListedRows<Row>> {
  return listedRows(await executor.any<ListRow<Row>>(statement));
}

export function archivedStates(includeArchived: boolean): readonly boolean[] {
  return includeArchived ? [false, true] : [false];
}

export interface DialogLine {
  id: number;
  topic: Topic;
  title: string;
  text: string | undefined;
  num_comments: number;
  num_votes: number;
  state: string | null;
  author_name: string;
  work_title: string | null;
  pub_date: Date;
  last_activity: Date;
}

type LineRow = Omit<DialogLine, 'text'> & {
  /** Beginning of the source text. */
  beginning: string;
};

export const LINE_COLUMNS = sql.part`d.id, d.topic, d.title, left(d.text, 500) as beginning, d.num_comments, d.num_votes, d.state,
  d.author_name, d.work_title, d.pub_date, d.last_activity`;

/** @param statement selects {@link LINE_COLUMNS} */
export async function listLines(
  executor: ContentReader,
  statement: BoundStatement,
): Promise<ListedRows<DialogLine>> {
  const { rows, ...listed } = await listSlice<LineRow>(executor, statement);
  return {
    ...listed,
    rows: rows.map(({ beginning, ...line }) => ({ ...line, text: descriptionOf(beginning) })),
  };
}
