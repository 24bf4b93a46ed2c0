import { type BoundStatement, type Database, type Executor, sql } from '@guidepost/postgres';
import { createAnalyzer, type Searcher } from '@guidepost/search';
import type { Forum } from '../model/forum.ts';
import { idsOf, type ListedRows, type Order, type Slice } from '../model/listing.ts';
import { TOPICS, type Topic } from '../model/topics.ts';
import { DIALOG_ORDERS, listSlice, NEWEST_FIRST } from '../posts/dialog-rows.ts';
import { bindDialogList, bindTaggedDialogs } from '../posts/list-dialogs.ts';
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

/** Dialogs that are looked at, so that the time does not grow with the forum. */
export const MOST_LOOKED_AT = 1_000;

const UNASSIGNED = 0;

const ID_ONLY = sql.part`d.id`;

/** Texts are not read. */
const WHOLE = { includeArchived: true, mostBytes: Number.MAX_SAFE_INTEGER };

const filter = sql`
  -- Those of the dialogs $2 that match, in their order. $6 is 0 for those without an assignee.
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
    ))
    and ($8::text is null or exists (
      select
      from dialog_tags x
      join tags t on t.forum_id = $1 and t.id = x.tag_id
      where x.forum_id = $1 and x.dialog_id = d.id and t.folded_name = $8
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
  /** Whether there may be more: not all dialogs were looked at. */
  isCut: boolean;
}

/** Dialogs that match, archived and held ones included; the first {@link MOST_LOOKED_AT} of an index are looked at. */
async function matchDialogs(searching: Searching, request: DialogsRequest): Promise<MatchingDialogs> {
  return match(searching.database, request, await listCandidates(searching, request));
}

/** A slice of the dialogs that match, with how many there are. */
export async function filterDialogs(
  searching: Searching,
  { start, limit, ...request }: DialogsRequest & Slice,
): Promise<ListedRows<FoundDialog>> {
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
  const { ids, isCut } = await matchDialogs(searching, request);
  const bind = bindFoundDialogs({ ...slice, ids, order: sort && ORDERS[sort] });
  return { ...(await listSlice<FoundDialog>(searching.database, bind)), isCut };
}

/** Dialogs of a queue that match, those first that have waited longest unless sorted otherwise. */
export async function filterQueue(
  database: Executor,
  { queue, sort, ...request }: FilterRequest & { queue: QueueSource },
): Promise<MatchingDialogs> {
  const { id: forumId } = request.forum;
  const waiting = await database.any<{ id: number }>(listWaiting([forumId, queue, MOST_LOOKED_AT]));
  const matching = await match(database, request, idsOf(waiting));
  if (sort === undefined) return matching;
  const slice = { forumId, ids: matching.ids, order: ORDERS[sort], start: 0, limit: MOST_LOOKED_AT };
  const sorted = bindFoundDialogs({ ...slice, ...WHOLE, columns: ID_ONLY });
  return { ...matching, ids: idsOf((await listSlice(database, sorted)).rows) };
}

/** From the index that holds the fewest dialogs. */
async function listCandidates(
  { database, dialogSearch: search }: Searching,
  { forum, filter: { topic, state, tag, person, assignee, snoozed }, query, sort = 'newest' }: DialogsRequest,
): Promise<number[]> {
  const { id: forumId } = forum;
  const slice = { start: 0, limit: MOST_LOOKED_AT, columns: ID_ONLY, ...WHOLE };
  const all = { ...slice, forumId, order: ORDERS[sort] };
  const sender = readSender(query);
  if (sender) return idsOf((await listOfSender(database, { slug: forum.slug, sender, ...slice })).rows);
  if (query !== '') {
    const words = createAnalyzer(forum.language).query(query);
    const tags = tag === undefined ? undefined : [tag];
    const found = await findBestDialogs({ database, search }, { ...slice, forum, query: words, tags });
    return idsOf((await found(WHOLE.mostBytes)).rows);
  }
  const read = async (statement: BoundStatement) => idsOf(await database.any<{ id: number }>(statement));
  if (snoozed) return read(listWaiting([forumId, 'snoozed', MOST_LOOKED_AT]));
  if (assignee) return read(listAssigned([forumId, forum.account_id, assignee, MOST_LOOKED_AT]));
  if (person !== undefined) return read(listOfPoster([forumId, person, MOST_LOOKED_AT]));
  if (state !== undefined) return read(listInState([forumId, state, MOST_LOOKED_AT]));
  const statement =
    tag === undefined
      ? bindDialogList({ ...all, topics: topic ? [topic] : TOPICS })
      : bindTaggedDialogs({ ...all, tags: [tag] });
  return idsOf((await listSlice(database, statement)).rows);
}

async function match(
  executor: Executor,
  { forum, filter: { topic, state, tag, person, assignee, answered, days, snoozed } }: FilterRequest,
  candidates: readonly number[],
): Promise<MatchingDialogs> {
  const assigned = assignee === null ? UNASSIGNED : assignee;
  const values = [forum.id, candidates, topic, state, person, assigned, answered, tag, days, snoozed];
  const rows = await executor.any<{ id: number }>(filter(values));
  return { ids: idsOf(rows), isCut: candidates.length === MOST_LOOKED_AT };
}
