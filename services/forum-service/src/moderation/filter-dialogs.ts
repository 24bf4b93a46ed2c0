import { type BoundStatement, type Database, type Executor, sql } from '@guidepost/postgres';
import { createAnalyzer, type Searcher } from '@guidepost/search';
import type { Forum } from '../model/forum.ts';
import { idsOf, type ListedRows, type Order, type Slice } from '../model/listing.ts';
import { TOPICS, type Topic } from '../model/topics.ts';
import { DIALOG_ORDERS, listSlice, NEWEST_FIRST } from '../posts/dialog-rows.ts';
import { bindDialogIds, bindDialogList, bindTaggedDialogs } from '../posts/list-dialogs.ts';
import { bindFoundDialogs, findBestDialogs } from '../search/search-dialogs.ts';
import { type FoundDialog, listOfSender, MODERATED_DIALOG_COLUMNS } from './find-dialogs.ts';
import { type DialogFilter, matchDialogs } from './match-dialogs.ts';
import { FIRST_OF_QUEUE, type QueueSource } from './queue.ts';
import { readSender } from './typed-values.ts';

/** Orders of lists for staff. */
const ORDERS = {
  newest: NEWEST_FIRST,
  oldest: DIALOG_ORDERS.get('pub_date'),
  activity: DIALOG_ORDERS.get('-last_activity'),
  comments: DIALOG_ORDERS.get('-num_comments'),
  votes: DIALOG_ORDERS.get('-num_votes'),
} as const satisfies Record<string, Order>;

export type DeskOrder = keyof typeof ORDERS;

export const DESK_ORDERS = Object.keys(ORDERS) as DeskOrder[];

/**
 * How many dialogs of an index are looked at: more only if too few of them match, so that the time hardly grows with
 * the forum.
 */
const STEPS = [1_000, 10_000, 100_000] as const;
export const [FIRST_STEP] = STEPS;

/** A queue has one page, for which fewer are enough; to sort it, all are read at once. */
const STEPS_OF_QUEUE = [FIRST_OF_QUEUE, ...STEPS] as const;
const STEPS_OF_SORTED_QUEUE = STEPS.slice(-1);

const ID_ONLY = sql.part`d.id`;

/** Texts are not read. */
const WHOLE = { includeArchived: true, mostBytes: Number.MAX_SAFE_INTEGER };

const listAssigned = sql`
  -- The dialogs assigned to the person $3 of the account $2, the latest first, at most $4.
  select a.dialog_id as id
  from assignments a
  where a.forum_id = $1 and a.tenant_id = $2 and a.person_id = $3
  order by a.dialog_id desc
  limit $4
`;
const listOfPoster = sql`
  -- The dialogs of the poster $2, the latest first, at most $3.
  select d.id
  from dialogs d
  where d.forum_id = $1 and d.poster_id = $2
  order by d.id desc
  limit $3
`;
const listInState = sql`
  -- The dialogs in the state $2, the latest first, at most $3.
  select s.id
  from (
    (
      select d.id, d.pub_date
      from dialogs d
      where d.forum_id = $1 and not d.archived and d.state = $2
      order by d.pub_date desc, d.id desc
      limit $3
    )
    union all
    (
      select d.id, d.pub_date
      from dialogs d
      where d.forum_id = $1 and d.archived and d.state = $2
      order by d.pub_date desc, d.id desc
      limit $3
    )
  ) s
  order by s.pub_date desc, s.id desc
  limit $3
`;
const listWaiting = sql`
  select w.id
  from waiting_dialogs($1, $2, $3) w
  order by w.since, w.id
`;

export interface Searching {
  database: Database;
  dialogSearch: Searcher;
}

export interface FilterRequest {
  forum: Forum;
  filter: DialogFilter;
  /** Undefined for the usual one: best first of what was searched for, else the newest first. */
  sort?: DeskOrder | undefined;
}

interface DialogsRequest extends FilterRequest {
  /** Words to search for; empty for none. */
  query: string;
}

interface MatchingDialogs {
  ids: number[];
  /** How many dialogs were looked at, at most. */
  most: number;
  /** The same, if there may be more that match. */
  lookedAt: number | undefined;
}

export interface Candidates {
  ids: number[];
  /** The part of the filter that all of them match, since they come from its index. */
  matched: readonly (keyof DialogFilter)[];
}

/** Reads the first dialogs of a list, at most so many. */
export type ReadFirst = (most: number) => Promise<Candidates>;

/** An index that holds only dialogs that match a part of the filter. */
interface NarrowIndex {
  read(most: number): Promise<number[]>;
  matched: keyof DialogFilter;
  /** Whether it has the order of the list. */
  isInOrder: boolean;
}

/**
 * A slice of the dialogs that match, archived and held ones included, with how many have been found. If there may be
 * more, at least one after the slice has been found.
 */
export async function filterDialogs(
  searching: Searching,
  { start, limit, ...request }: DialogsRequest & Slice,
): Promise<ListedRows<FoundDialog> & { lookedAt?: number | undefined }> {
  const { forum, query, sort = query === '' ? 'newest' : undefined } = request;
  const slice = { forumId: forum.id, start, limit, columns: MODERATED_DIALOG_COLUMNS, ...WHOLE };
  if (sort && query === '' && namesOnlyTopic(request.filter)) {
    const all = { ...slice, topics: topicsOf(request.filter), order: ORDERS[sort] };
    return listSlice<FoundDialog>(searching.database, bindDialogList(all));
  }
  const read: ReadFirst = (most) => listCandidates(searching, request, most);
  const { ids, lookedAt } = await lookUntil(searching.database, request, { read, enough: start + limit + 1 });
  const bind = bindFoundDialogs({ ...slice, ids, order: sort && ORDERS[sort] });
  return { ...(await listSlice<FoundDialog>(searching.database, bind)), lookedAt };
}

/**
 * Dialogs of a queue that match, those first that have waited longest unless sorted otherwise.
 * @param enough so many are found, if there are
 */
export async function filterQueue(
  database: Executor,
  { queue, sort, enough, ...request }: FilterRequest & { queue: QueueSource; enough: number },
): Promise<MatchingDialogs> {
  const { id: forumId } = request.forum;
  const read = readQueue(database, { forumId, queue });
  const isSorted = sort !== undefined;
  const all = isSorted
    ? { read, enough: Number.POSITIVE_INFINITY, steps: STEPS_OF_SORTED_QUEUE }
    : { read, enough, steps: STEPS_OF_QUEUE };
  const matching = await lookUntil(database, request, all);
  if (!isSorted) return matching;
  const slice = { forumId, ids: matching.ids, order: ORDERS[sort], start: 0, limit: enough };
  const sorted = bindFoundDialogs({ ...slice, ...WHOLE, columns: ID_ONLY });
  return { ...matching, ids: idsOf((await listSlice(database, sorted)).rows) };
}

/** Those first that have waited longest. */
export function readQueue(
  executor: Executor,
  { forumId, queue }: { forumId: number; queue: QueueSource },
): ReadFirst {
  return async (most) => ({
    ids: idsOf(await executor.any<{ id: number }>(listWaiting([forumId, queue, most]))),
    matched: queue === 'snoozed' ? ['snoozed'] : [],
  });
}

/** Dialogs of which indexes know the number. */
export function namesOnlyTopic({ topic: _, ...others }: DialogFilter): boolean {
  return Object.values(others).every((each) => each === undefined);
}

function topicsOf({ topic }: DialogFilter): readonly Topic[] {
  return topic ? [topic] : TOPICS;
}

/** Looks at ever more dialogs until enough of them match, or there are no more. */
async function lookUntil(
  executor: Executor,
  request: FilterRequest,
  { read, enough, steps = STEPS }: { read: ReadFirst; enough: number; steps?: readonly number[] },
): Promise<MatchingDialogs> {
  let found: MatchingDialogs = { ids: [], most: 0, lookedAt: 0 };
  for (const most of steps) {
    const candidates = await read(most);
    const { forum, filter } = request;
    const [ids = []] = await matchDialogs(executor, forum.id, { ...candidates, filters: [filter] });
    found = { ids, most, lookedAt: candidates.ids.length < most ? undefined : most };
    if (found.lookedAt === undefined || ids.length >= enough) break;
  }
  return found;
}

/** From an index that holds few dialogs or has the order of the list, or else from all in that order. */
export async function listCandidates(
  { database, dialogSearch: search }: Searching,
  { forum, filter, query, sort = 'newest' }: DialogsRequest,
  most: number,
): Promise<Candidates> {
  const { tag } = filter;
  const slice = { start: 0, limit: most, columns: ID_ONLY, ...WHOLE };
  const sender = readSender(query);
  if (sender) return unmatched((await listOfSender(database, { slug: forum.slug, sender, ...slice })).rows);
  if (query !== '') {
    const words = createAnalyzer(forum.language).query(query);
    const tags = tag === undefined ? undefined : [tag];
    const found = await findBestDialogs({ database, search }, { ...slice, forum, query: words, tags });
    return unmatched((await found(WHOLE.mostBytes)).rows);
  }
  const narrow = narrowIndexFor(database, { forum, filter, sort });
  if (narrow) {
    const ids = await narrow.read(narrow.isInOrder ? most : FIRST_STEP);
    if (narrow.isInOrder || ids.length < FIRST_STEP) return { ids, matched: [narrow.matched] };
  }
  const all = { ...slice, forumId: forum.id, order: ORDERS[sort], topics: topicsOf(filter) };
  const rows = await database.any<{ id: number }>(bindDialogIds(all));
  return { ids: idsOf(rows), matched: ['topic'] };
}

function unmatched(rows: readonly { id: number }[]): Candidates {
  return { ids: idsOf(rows), matched: [] };
}

function narrowIndexFor(
  database: Executor,
  { forum, filter, sort = 'newest' }: FilterRequest,
): NarrowIndex | undefined {
  const { state, tag, person, assignee, snoozed } = filter;
  const { id: forumId, account_id: accountId } = forum;
  const of = (
    matched: keyof DialogFilter,
    statement: (most: number) => BoundStatement,
    isInOrder = false,
  ): NarrowIndex => ({
    matched,
    read: async (most) => idsOf(await database.any<{ id: number }>(statement(most))),
    isInOrder,
  });
  if (snoozed) return of('snoozed', (most) => listWaiting([forumId, 'snoozed', most]));
  if (assignee) return of('assignee', (most) => listAssigned([forumId, accountId, assignee, most]));
  if (person !== undefined) return of('person', (most) => listOfPoster([forumId, person, most]));
  if (state !== undefined)
    return of('state', (most) => listInState([forumId, state, most]), sort === 'newest');
  if (tag === undefined) return undefined;
  const tagged = { forumId, order: ORDERS[sort], tags: [tag], start: 0, columns: ID_ONLY, ...WHOLE };
  const read = async (limit: number) =>
    idsOf((await listSlice(database, bindTaggedDialogs({ ...tagged, limit }))).rows);
  return { read, matched: 'tag', isInOrder: true };
}
