import type { Database } from '@guidepost/postgres';
import type { Searcher } from '@guidepost/search';
import type { DialogRow } from '../dialogs/dialog-record.ts';
import { type ListedDialogs, listSection } from '../dialogs/dialog-section.ts';
import type { Forum } from '../forums/forum.ts';
import { bindFoundDialogs, type FoundDialogsRequest } from './found-dialogs.ts';
import { highlightDialogs } from './highlight-dialogs.ts';

export interface SearchDialogsRequest extends Omit<FoundDialogsRequest, 'ids' | 'forumId'> {
  forum: Pick<Forum, 'id' | 'language'>;
  query: string;
  /** Folded: only dialogs with one of these. */
  tags: readonly string[] | undefined;
}

/** What a search finds, before anything is marked. */
export interface FoundDialogs<Row = DialogRow> extends ListedDialogs<Row> {
  corrections: readonly string[];
}

interface Searching {
  database: Database;
  search: Searcher;
}

/** A section of the dialogs that a search finds, with what was found marked in their texts. */
export async function searchDialogs(
  searching: Searching,
  request: SearchDialogsRequest,
): Promise<ListedDialogs> {
  const { forum, query } = request;
  const find = request.order ? findSorted : findBestDialogs<DialogRow>;
  const { rows, total, corrections } = await find(searching, request);
  return { total, rows: await highlightDialogs(rows, { language: forum.language, query, corrections }) };
}

/**
 * A section of the dialogs that a search finds, best first. The engine turns the pages; what it does not know yet is gone
 * is no part of the total either.
 */
export async function findBestDialogs<Row extends { id: number }>(
  { database, search }: Searching,
  request: Omit<SearchDialogsRequest, 'order'>,
): Promise<FoundDialogs<Row>> {
  const { forum, start, limit } = request;
  const { ids, total, corrections } = await search.page({ ...asked(request), offset: start, limit });
  const page = { ...request, forumId: forum.id, ids, start: 0, order: undefined };
  const { rows } = await listSection<Row>(database, bindFoundDialogs(page));
  return { rows, total: total - (ids.length - rows.length), corrections };
}

/** All that is found, in an order of the database's. */
async function findSorted(
  { database, search }: Searching,
  request: SearchDialogsRequest,
): Promise<FoundDialogs> {
  const { ids, corrections } = await search.all(asked(request));
  const { rows, total } = await listSection(
    database,
    bindFoundDialogs({ ...request, forumId: request.forum.id, ids }),
  );
  return { rows, total, corrections };
}

function asked({ forum, query, tags, archivedToo }: Omit<SearchDialogsRequest, 'order'>) {
  return { tenant: forum, query, hiddenToo: archivedToo, ...(tags && { someFacets: { tag: tags } }) };
}
