import { MOST_DOCUMENT_BYTES } from '@guidepost/http';
import { type Database, sql } from '@guidepost/postgres';
import { createAnalyzer, type Searcher } from '@guidepost/search';
import type { Forum } from '../model/forum.ts';
import type { ListedRows } from '../model/listing.ts';
import { TOPICS } from '../model/topics.ts';
import type { Sender } from '../people/blocks.ts';
import { listSlice, NEWEST_FIRST } from '../posts/dialog-rows.ts';
import { bindDialogList } from '../posts/list-dialogs.ts';
import { findBestDialogs } from '../search/search-dialogs.ts';
import { type ListedDialog, listDialogs } from './find-posts.ts';
import { readSender } from './typed-values.ts';

/** A dialog in lists for staff. */
export type FoundDialog = Pick<
  ListedDialog,
  | 'id'
  | 'topic'
  | 'title'
  | 'poster_id'
  | 'name'
  | 'pub_date'
  | 'num_comments'
  | 'num_votes'
  | 'state'
  | 'archived'
  | 'held'
  | 'snoozed_until'
>;

export interface DialogsRequest {
  forum: Forum;
  /** Words, or the e-mail or IP address that dialogs were posted with; all dialogs without it. */
  query: string;
  start: number;
  limit: number;
}

export const MODERATED_DIALOG_COLUMNS = sql.part`d.id, d.topic, d.title, d.poster_id, d.author_name as name, d.pub_date, d.num_comments, d.num_votes, d.state, d.archived, d.held,
  case when d.waiting_since > now() then d.waiting_since end as snoozed_until`;

const STATES = ['visible', 'archived', 'held'] as const;

/** The newest that a sender has posted, of each state. */
const MAX_OF_SENDER = 100;

/** Dialogs of a forum, archived and held ones included: best first, or newest first where no words order them. */
export async function findDialogs(
  { database, dialogSearch: search }: { database: Database; dialogSearch: Searcher },
  { forum, query, ...slice }: DialogsRequest,
): Promise<ListedRows<FoundDialog>> {
  const request = { ...slice, columns: MODERATED_DIALOG_COLUMNS, includeArchived: true };
  if (query === '') {
    const all = { ...request, forumId: forum.id, topics: TOPICS, order: NEWEST_FIRST };
    return listSlice<FoundDialog>(database, bindDialogList(all));
  }
  const sender = readSender(query);
  if (sender) return listOfSender(database, { ...slice, slug: forum.slug, sender });
  const words = createAnalyzer(forum.language).query(query);
  const searched = { ...request, forum, query: words, tags: undefined };
  const readFound = await findBestDialogs<FoundDialog>({ database, search }, searched);
  return readFound(MOST_DOCUMENT_BYTES);
}

/** The newest that a sender has posted. */
export async function listOfSender(
  database: Database,
  { slug, sender, start, limit }: { slug: string; sender: Sender; start: number; limit: number },
): Promise<ListedRows<FoundDialog>> {
  const lists = STATES.map((which) =>
    listDialogs(database, { slug, which, ...sender, limit: MAX_OF_SENDER }),
  );
  const rows = (await Promise.all(lists)).flat().toSorted((a, b) => +b.pub_date - +a.pub_date || b.id - a.id);
  return { total: rows.length, rows: rows.slice(start, start + limit), isCut: false };
}
