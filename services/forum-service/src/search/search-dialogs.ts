import type { Database } from '@guidepost/postgres';
import type { Searcher, SearchQuery } from '@guidepost/search';
import type { DialogRow } from '../dialogs/dialog.ts';
import { type ListedDialogs, listSection } from '../dialogs/dialog-section.ts';
import type { Forum } from '../model/forum.ts';
import { bindFoundDialogs, type FoundDialogsRequest } from './found-dialogs.ts';

export interface SearchDialogsRequest extends Omit<FoundDialogsRequest, 'ids' | 'forumId'> {
  forum: Pick<Forum, 'id' | 'language'>;
  query: SearchQuery;
  /** Folded: only dialogs with one of these. */
  tags: readonly string[] | undefined;
}

/** What a search finds, before anything is marked. */
export interface FoundDialogs<Row = DialogRow> extends ListedDialogs<Row> {
  corrections: readonly string[];
}

/** Reads what a search has found; it is cut where the texts would pass so many bytes. */
export type ReadFound<Row = DialogRow> = (mostBytes: number) => Promise<FoundDialogs<Row>>;

interface Searching {
  database: Database;
  search: Searcher;
}

/** Searches for a section of dialogs: the best first, or in an order of the database's. */
export function searchDialogs(searching: Searching, request: SearchDialogsRequest): Promise<ReadFound> {
  return request.order ? findSorted(searching, request) : findBestDialogs(searching, request);
}

/**
 * Searches for a section of dialogs, best first. The engine turns the pages; what it does not know yet is gone is no part
 * of the total either.
 */
export async function findBestDialogs<Row extends { id: number } = DialogRow>(
  { database, search }: Searching,
  request: Omit<SearchDialogsRequest, 'order'>,
): Promise<ReadFound<Row>> {
  const { forum, start, limit } = request;
  const { ids, total, corrections } = await search.page({ ...asked(request), offset: start, limit });
  const page = { ...request, forumId: forum.id, ids, start: 0, order: undefined };
  return async (mostBytes) => {
    const listed = await listSection<Row>(database, bindFoundDialogs({ ...page, mostBytes }));
    return { ...listed, total: total - (ids.length - listed.total), corrections };
  };
}

/** All that is found, in an order of the database's. */
async function findSorted(
  { database, search }: Searching,
  request: SearchDialogsRequest,
): Promise<ReadFound> {
  const { ids, corrections } = await search.all(asked(request));
  const page = { ...request, forumId: request.forum.id, ids };
  return async (mostBytes) => {
    const listed = await listSection(database, bindFoundDialogs({ ...page, mostBytes }));
    return { ...listed, corrections };
  };
}

function asked({ forum, query, tags, archivedToo }: Omit<SearchDialogsRequest, 'order'>) {
  return { tenant: forum, query, hiddenToo: archivedToo, ...(tags && { someFacets: { tag: tags } }) };
}
