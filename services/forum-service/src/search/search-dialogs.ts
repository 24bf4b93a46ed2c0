import { type BoundStatement, type Database, sql, sqlTemplate } from '@guidepost/postgres';
import type { Correction, Searcher, SearchQuery } from '@guidepost/search';
import type { Forum } from '../model/forum.ts';
import type { ListedRows } from '../model/listing.ts';
import type { Order } from '../model/sort-order.ts';
import type { DialogRow } from '../posts/dialog.ts';
import { archivedStates, type DialogSlice, listSlice, partsOf, valuesOf } from '../posts/dialog-slice.ts';

interface FoundDialogsRequest extends Omit<DialogSlice, 'order'> {
  ids: readonly number[];
  /** Undefined: best first. */
  order: Order | undefined;
  includeArchived: boolean;
}

const list = sqlTemplate.file<'sortColumns' | 'columns' | 'order'>(
  new URL('./sql/list-found-dialogs.sql', import.meta.url),
);

const BEST_FIRST: Order = { column: 'rank', columns: sql.part`id, rank`, sql: sql.part`rank` };

export interface SearchDialogsRequest extends Omit<FoundDialogsRequest, 'ids' | 'forumId'> {
  forum: Pick<Forum, 'id' | 'language'>;
  query: SearchQuery;
  /** Folded: dialogs with any of these. */
  tags: readonly string[] | undefined;
}

/** Search results before highlighting. */
export interface FoundDialogs<Row = DialogRow> extends ListedRows<Row> {
  corrections: readonly Correction[];
  otherWords: readonly string[];
  missing: readonly string[];
}

/** Reads search results, cut where the texts exceed this many bytes. */
export type ReadFound<Row = DialogRow> = (mostBytes: number) => Promise<FoundDialogs<Row>>;

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

function bindFoundDialogs({ order, ...request }: FoundDialogsRequest): BoundStatement {
  const { ids, includeArchived } = request;
  const parts = partsOf({ ...request, order: order ?? BEST_FIRST });
  const statement = list(parts, { prepared: order === undefined });
  return statement([...valuesOf(request), ids, archivedStates(includeArchived)]);
}
