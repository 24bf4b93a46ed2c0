import { type BoundStatement, type Database, sql, sqlTemplate } from '@guidepost/postgres';
import {
  type Correction,
  createAnalyzer,
  createHighlighter,
  createSearcher,
  type Highlighter,
  type Searcher,
  type SearcherOptions,
  type SearchQuery,
  type SearchSnapshot,
} from '@guidepost/search';
import type { Forum } from '../model/forum.ts';
import type { ListedRows, Order } from '../model/listing.ts';
import {
  archivedStates,
  type DialogRow,
  type DialogSlice,
  dialogListOf,
  inPlaces,
  listSlice,
  partsOf,
  sliceValues,
  valuesOf,
} from '../posts/dialog-rows.ts';

export const findSnapshot = sql`
  -- The revision of the search index, whether an engine's index for settings $2 can answer, and dialogs that they may
  -- still find although deleted or, unless $3, archived. Looks up each queued dialog by id, so the time depends on the
  -- queue, not on the forum.
  select search_revision($1) as revision, s.state, s.index_name,
    array(
      select w.document_id
      from search_waiting($1, s.index_id) w
      where coalesce(
        (select d.archived and not $3 from dialogs d where d.forum_id = $1 and d.id = w.document_id),
        true
      )
    ) as excluded
  from search_index_state($2) s
`;

/** Finds dialogs; excludes those archived or deleted since they were indexed. */
export function createDialogSearch(options: Omit<SearcherOptions, 'findSnapshot'>): Searcher {
  return createSearcher({
    ...options,
    findSnapshot: ({ tenant, hiddenToo = false }, settings) =>
      options.database.one<SearchSnapshot>(findSnapshot([tenant.id, settings, hiddenToo])),
  });
}

interface FoundDialogsRequest extends Omit<DialogSlice, 'order'> {
  ids: readonly number[];
  /** Undefined: best first. */
  order: Order | undefined;
  includeArchived: boolean;
}

const bound = { ...sliceValues, foundIds: sql.part`$5::bigint[]`, archivedStates: sql.part`$6` };

/**
 * The found dialogs, best first, that still exist: the index may lag. With an offset, each is looked up: else the
 * planner may read all dialogs of a small forum.
 */
const list = dialogListOf({
  tables: sqlTemplate.part`
    with existing as materialized (
      select ${'sortColumns'}
      from unnest(${bound.foundIds}) with ordinality as w (dialog_id, rank)
      join lateral (
        select * from dialogs d where d.forum_id = $1 and d.id = w.dialog_id offset 0
      ) o on o.archived = any(${bound.archivedStates})
    )`,
  total: sqlTemplate.part`select count(*) as dialogs from existing`,
  placed: inPlaces(
    sqlTemplate.part`select e.id from existing e order by ${'order'} limit ${bound.limit} offset ${bound.start}`,
  ),
});

const BEST_FIRST: Order = { column: 'rank', columns: sql.part`id, rank`, sql: sql.part`rank` };

interface SearchDialogsRequest extends Omit<FoundDialogsRequest, 'ids' | 'forumId'> {
  forum: Pick<Forum, 'id' | 'language'>;
  query: SearchQuery;
  /** Folded: dialogs with any of these. */
  tags: readonly string[] | undefined;
}

/** Search results before highlighting. */
interface FoundDialogs<Row = DialogRow> extends ListedRows<Row> {
  corrections: readonly Correction[];
  otherWords: readonly string[];
  missing: readonly string[];
  /** Whether there may be better results than could be looked at. */
  partial?: boolean;
}

/** Reads search results, cut where the texts exceed this many bytes. */
type ReadFound<Row = DialogRow> = (mostBytes: number) => Promise<FoundDialogs<Row>>;

interface Searching {
  database: Database;
  search: Searcher;
}

export function searchDialogs(searching: Searching, request: SearchDialogsRequest): Promise<ReadFound> {
  return request.order ? findSorted(searching, request) : findBestDialogs(searching, request);
}

/** Best first, paged by the engine. Deleted dialogs that it still finds are left out of the total. */
export async function findBestDialogs<Row extends { id: number } = DialogRow>(
  { database, search }: Searching,
  request: Omit<SearchDialogsRequest, 'order'>,
): Promise<ReadFound<Row>> {
  const { forum, start, limit } = request;
  const { ids, total, ...wording } = await search.page({ ...asked(request), offset: start, limit });
  const page = { ...request, forumId: forum.id, ids, start: 0, order: undefined };
  return async (mostBytes) => {
    const listed = await listSlice<Row>(database, bindFoundDialogs({ ...page, mostBytes }));
    return { ...listed, total: total - (ids.length - listed.total), ...wording };
  };
}

async function findSorted(
  { database, search }: Searching,
  request: SearchDialogsRequest,
): Promise<ReadFound> {
  const { ids, ...wording } = await search.all(asked(request));
  const page = { ...request, forumId: request.forum.id, ids };
  return async (mostBytes) => {
    const listed = await listSlice(database, bindFoundDialogs({ ...page, mostBytes }));
    return { ...listed, ...wording };
  };
}

function asked({ forum, query, tags, includeArchived }: Omit<SearchDialogsRequest, 'order'>) {
  return { tenant: forum, query, hiddenToo: includeArchived, ...(tags && { someFacets: { tag: tags } }) };
}

/** A slice of dialogs that still exist, in the order of their ids or another one. */
export function bindFoundDialogs({ order, ...request }: FoundDialogsRequest): BoundStatement {
  const { ids, includeArchived } = request;
  const parts = partsOf({ ...request, order: order ?? BEST_FIRST });
  const statement = list(parts, { prepared: order === undefined });
  return statement([...valuesOf(request), ids, archivedStates(includeArchived)]);
}

/** The query, and what else the engine matched. */
interface Searched {
  language: string;
  query: SearchQuery;
  otherWords: readonly string[];
}

const TAGS = { open: '<span class="highlighted">', close: '</span>' };

/** The text of a link is its address, not words. Tags and embeds stay as they are anyway (S4). */
const SKIPPED_ELEMENTS = ['a'];

export function highlighterOf({ language, query, otherWords }: Searched): Highlighter {
  const analyzer = createAnalyzer(language);
  return createHighlighter({ analyzer, query, otherWords, leftOut: SKIPPED_ELEMENTS });
}

/** Highlights matches in the texts of dialogs and nothing else. */
export function createRowHighlighter(searched: Searched): (row: DialogRow) => DialogRow {
  const highlighter = highlighterOf(searched);
  return (row) => ({ ...row, text_html: highlighter.html(row.text_html, TAGS) });
}
