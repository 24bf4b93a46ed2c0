import { type BoundStatement, type Database, type Executor, sql } from '@guidepost/postgres';
import { createAnalyzer, type Searcher } from '@guidepost/search';
import type { Forum } from '../model/forum.ts';
import { idsOf, type ListedRows, type Order, type Slice } from '../model/listing.ts';
import { TOPICS, type Topic } from '../model/topics.ts';
import { DIALOG_ORDERS, listSlice, NEWEST_FIRST } from '../posts/dialog-rows.ts';
import { bindDialogIds, bindDialogList, bindTaggedDialogs } from '../posts/list-dialogs.ts';
import { bindFoundDialogs, findBestDialogs } from '../search/search-dialogs.ts';
import { type FoundDialog, listOfSender, MODERATED_DIALOG_COLUMNS } from './find-dialogs.ts';
import type { QueueSource } from './queue.ts';
import { readSender } from './typed-values.ts';

/** Staff narrow lists of dialogs by these; undefined ones do not apply. */
export interface DialogFilter {
  topic?: Topic | undefined;
  state?: string | undefined;
  /** Folded. */
  tag?: string | undefined;
  /** The poster. */
  person?: number | undefined;
  /** A person of the staff; null for dialogs that no one has been assigned to. */
  assignee?: number | null | undefined;
  /** Whether there is an official answer. */
  answered?: boolean | undefined;
  /** Whether they are in the queue again on a day to come. */
  snoozed?: true | undefined;
  /** Posted in so many days. */
  days?: number | undefined;
}

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
const [FIRST_STEP] = STEPS;

const UNASSIGNED = 0;

const ID_ONLY = sql.part`d.id`;

/** Texts are not read. */
const WHOLE = { includeArchived: true, mostBytes: Number.MAX_SAFE_INTEGER };

const filter = sql`
  -- Those of the dialogs $2 that match, in their order. $6 is 0 for those without an assignee. With an offset, each
  -- dialog is looked up: else the planner may read all answers, or all dialogs with the tag.
  select d.id
  from unnest($2::bigint[]) with ordinality as f (id, place)
  join dialogs d on d.forum_id = $1 and d.id = f.id
  where ($3::text is null or d.topic = $3)
    and ($4::text is null or d.state = $4)
    and ($5::bigint is null or d.poster_id = $5)
    and ($6::bigint is null or $6 = coalesce(
      (select a.person_id from assignments a where a.forum_id = $1 and a.dialog_id = d.id), 0
    ))
    and ($7::boolean is null or $7 = exists (
      select from comments c where c.forum_id = $1 and c.dialog_id = d.id and c.is_org_reply and not c.held
      offset 0
    ))
    and ($8::text is null or exists (
      select
      from dialog_tags x
      join tags t on t.forum_id = $1 and t.id = x.tag_id
      where x.forum_id = $1 and x.dialog_id = d.id and t.folded_name = $8
      offset 0
    ))
    and ($9::integer is null or d.pub_date > now() - make_interval(days => $9))
    and ($10::boolean is null or d.waiting_since > now())
  order by f.place
`;
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

interface Searching {
  database: Database;
  dialogSearch: Searcher;
}

interface FilterRequest {
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

/** Reads the first dialogs of a list, at most so many. */
type ReadFirst = (most: number) => Promise<number[]>;

/** An index that holds only dialogs that match a part of the filter. */
interface NarrowIndex {
  read: ReadFirst;
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
  const { topic, ...others } = request.filter;
  const slice = { forumId: forum.id, start, limit, columns: MODERATED_DIALOG_COLUMNS, ...WHOLE };
  if (sort && query === '' && Object.values(others).every((each) => each === undefined)) {
    const topics = topic ? [topic] : TOPICS;
    return listSlice<FoundDialog>(
      searching.database,
      bindDialogList({ ...slice, topics, order: ORDERS[sort] }),
    );
  }
  const read: ReadFirst = (most) => listCandidates(searching, request, most);
  const enough = limit === 0 ? 0 : start + limit + 1;
  const { ids, lookedAt } = await lookUntil(searching.database, request, { read, enough });
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
  const read: ReadFirst = async (most) =>
    idsOf(await database.any<{ id: number }>(listWaiting([forumId, queue, most])));
  const isSorted = sort !== undefined && enough > 0;
  const all = { read, enough: isSorted ? Number.POSITIVE_INFINITY : enough };
  const matching = await lookUntil(database, request, all);
  if (!isSorted) return matching;
  const slice = { forumId, ids: matching.ids, order: ORDERS[sort], start: 0, limit: enough };
  const sorted = bindFoundDialogs({ ...slice, ...WHOLE, columns: ID_ONLY });
  return { ...matching, ids: idsOf((await listSlice(database, sorted)).rows) };
}

/** Looks at ever more dialogs until enough of them match, or there are no more. */
async function lookUntil(
  executor: Executor,
  request: FilterRequest,
  { read, enough }: { read: ReadFirst; enough: number },
): Promise<MatchingDialogs> {
  let found: MatchingDialogs = { ids: [], most: 0, lookedAt: 0 };
  for (const most of STEPS) {
    const candidates = await read(most);
    const ids = await match(executor, request, candidates);
    found = { ids, most, lookedAt: candidates.length < most ? undefined : most };
    if (found.lookedAt === undefined || ids.length >= enough) break;
  }
  return found;
}

/** From an index that holds few dialogs or has the order of the list, or else from all in that order. */
async function listCandidates(
  { database, dialogSearch: search }: Searching,
  { forum, filter, query, sort = 'newest' }: DialogsRequest,
  most: number,
): Promise<number[]> {
  const { topic, tag } = filter;
  const slice = { start: 0, limit: most, columns: ID_ONLY, ...WHOLE };
  const sender = readSender(query);
  if (sender) return idsOf((await listOfSender(database, { slug: forum.slug, sender, ...slice })).rows);
  if (query !== '') {
    const words = createAnalyzer(forum.language).query(query);
    const tags = tag === undefined ? undefined : [tag];
    const found = await findBestDialogs({ database, search }, { ...slice, forum, query: words, tags });
    return idsOf((await found(WHOLE.mostBytes)).rows);
  }
  const narrow = narrowIndexFor(database, { forum, filter, sort });
  if (narrow) {
    const ids = await narrow.read(narrow.isInOrder ? most : FIRST_STEP);
    if (narrow.isInOrder || ids.length < FIRST_STEP) return ids;
  }
  const all = { ...slice, forumId: forum.id, order: ORDERS[sort], topics: topic ? [topic] : TOPICS };
  return idsOf(await database.any<{ id: number }>(bindDialogIds(all)));
}

function narrowIndexFor(
  database: Executor,
  { forum, filter, sort = 'newest' }: FilterRequest,
): NarrowIndex | undefined {
  const { state, tag, person, assignee, snoozed } = filter;
  const { id: forumId, account_id: accountId } = forum;
  const of = (statement: (most: number) => BoundStatement, isInOrder = false): NarrowIndex => ({
    read: async (most) => idsOf(await database.any<{ id: number }>(statement(most))),
    isInOrder,
  });
  if (snoozed) return of((most) => listWaiting([forumId, 'snoozed', most]));
  if (assignee) return of((most) => listAssigned([forumId, accountId, assignee, most]));
  if (person !== undefined) return of((most) => listOfPoster([forumId, person, most]));
  if (state !== undefined) return of((most) => listInState([forumId, state, most]), sort === 'newest');
  if (tag === undefined) return undefined;
  const tagged = { forumId, order: ORDERS[sort], tags: [tag], start: 0, columns: ID_ONLY, ...WHOLE };
  const read: ReadFirst = async (limit) =>
    idsOf((await listSlice(database, bindTaggedDialogs({ ...tagged, limit }))).rows);
  return { read, isInOrder: true };
}

async function match(
  executor: Executor,
  { forum, filter: { topic, state, tag, person, assignee, answered, days, snoozed } }: FilterRequest,
  candidates: readonly number[],
): Promise<number[]> {
  const assigned = assignee === null ? UNASSIGNED : assignee;
  const values = [forum.id, candidates, topic, state, person, assigned, answered, tag, days, snoozed];
  return idsOf(await executor.any<{ id: number }>(filter(values)));
}
