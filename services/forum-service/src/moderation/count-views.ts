import type { Database } from '@guidepost/postgres';
import type { Forum } from '../model/forum.ts';
import {
  FIRST_STEP,
  filterDialogs,
  listCandidates,
  namesOnlyTopic,
  type ReadFirst,
  readQueue,
  type Searching,
} from './filter-dialogs.ts';
import { type DialogFilter, matchDialogs } from './match-dialogs.ts';
import { FIRST_OF_QUEUE, type QueueSource } from './queue.ts';

/** The number of a view. */
export interface ViewCount {
  count: number;
  /** Whether more may match than those that were looked at. */
  isMore: boolean;
}

const NONE: ViewCount = { count: 0, isMore: false };

/** A view to count. */
interface CountedView {
  filter: DialogFilter;
  /** Tells what is looked at: views with the same name are counted at once. */
  source: string;
  read: ReadFirst;
}

/** Counts views of the queue. */
export async function countQueueViews(
  database: Database,
  { forum, views }: { forum: Forum; views: readonly { queue: QueueSource; filter: DialogFilter }[] },
): Promise<ViewCount[]> {
  const forumId = forum.id;
  const counted = views.map(({ queue, filter }) => ({
    filter,
    source: queue,
    read: readQueue(database, { forumId, queue }),
  }));
  const counts = await countViews(database, forumId, { views: counted, most: FIRST_OF_QUEUE });
  return views.map(({ filter }) => counts.get(filter) ?? NONE);
}

/** Counts views of the list of dialogs, those without words to search for. */
export async function countDialogViews(
  searching: Searching,
  { forum, filters }: { forum: Forum; filters: readonly DialogFilter[] },
): Promise<ViewCount[]> {
  const views = filters.map((filter) => ({
    filter,
    source: sourceOf(filter),
    read: (most: number) => listCandidates(searching, { forum, filter, query: '' }, most),
  }));
  const among = await countViews(searching.database, forum.id, {
    views: views.filter(({ filter }) => !namesOnlyTopic(filter)),
    most: FIRST_STEP,
  });
  return Promise.all(
    filters.map(async (filter) => among.get(filter) ?? (await countTopic(searching, { forum, filter }))),
  );
}

async function countTopic(searching: Searching, request: { forum: Forum; filter: DialogFilter }) {
  const { total } = await filterDialogs(searching, { ...request, query: '', start: 0, limit: 0 });
  return { count: total, isMore: false };
}

/** The part of a filter on which the candidates depend. */
function sourceOf({ answered: _, days: __, assignee, ...filter }: DialogFilter): string {
  return JSON.stringify({ ...filter, assignee: assignee ?? undefined });
}

/** Among the first `most` dialogs of each source. */
async function countViews(
  database: Database,
  forumId: number,
  { views, most }: { views: readonly CountedView[]; most: number },
): Promise<Map<DialogFilter, ViewCount>> {
  const counts = new Map<DialogFilter, ViewCount>();
  for (const group of Map.groupBy(views, ({ source }) => source).values()) {
    const candidates = (await group[0]?.read(most)) ?? { ids: [], matched: [] };
    const isMore = candidates.ids.length >= most;
    const filters = group.map(({ filter }) => filter);
    const matching = await matchDialogs(database, forumId, { ...candidates, filters });
    for (const [index, filter] of filters.entries())
      counts.set(filter, { count: matching[index]?.length ?? 0, isMore });
  }
  return counts;
}
