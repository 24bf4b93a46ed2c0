import type { View } from '@guidepost/desk';
import type { Query } from '@guidepost/http';
import type { Context } from '../../context.ts';
import { countQueueViews } from '../../moderation/count-views.ts';
import { filterQueue } from '../../moderation/filter-dialogs.ts';
import {
  countQueue,
  FIRST_OF_QUEUE,
  LONGEST_QUEUE,
  listQueue,
  MAX_QUEUE_COUNT,
  QUEUES,
  type QueueCounts,
  type QueueSource,
} from '../../moderation/queue.ts';
import {
  filterOf,
  isFiltered,
  type ListQuery,
  listAddress,
  readListQuery,
} from '../filters/dialog-filter.ts';
import { dialogAddress, placeIn } from '../filters/queue-place.ts';
import { showFilters } from '../filters/show-filters.ts';
import type { ForumCall, ForumPage } from '../forum-tenant.ts';
import { createSelection } from '../selection/dialog-selection.ts';

/** The queue of editors, with actions for several dialogs at once. */
export function queuePages(
  context: Pick<Context, 'database' | 'config' | 'notices'>,
): Record<string, ForumPage> {
  const { database } = context;
  const selection = createSelection(context);

  async function queue(call: ForumCall, content: object = {}): Promise<View> {
    const query = queryOf(call);
    const selecting = await selection.content(call);
    const [{ dialogs, lookedAt }, counts] = await Promise.all([
      list(call, query),
      countQueue(database, call.tenant.forum.id),
    ]);
    return {
      template: 'queue/queue',
      title: call.phrasing.words.queue,
      section: 'queue',
      content: {
        ...selecting,
        ...(await showFilters(context, call, { list: 'queue', query, dialogs, lookedAt, count })),
        dialogs: dialogs.map((dialog, at) => ({
          ...dialog,
          address: dialogAddress(call, dialog.id, { query, at }),
        })),
        tabs: QUEUES.map((key) => ({
          key,
          count: key === 'all' ? undefined : shownCount(counts, key),
          address: listAddress(call, 'queue', { ...query, show: key === 'all' ? undefined : key }),
        })),
        chosen: query.show ?? 'all',
        isFull: dialogs.length === LONGEST_QUEUE,
        here: hereOf(call),
        ...content,
      },
    };
  }

  async function list({ tenant: { forum }, session }: ForumCall, query: ListQuery) {
    const request = { forumId: forum.id, queue: sourceOf(query), personId: session.person.id };
    if (!isFiltered(query)) return { dialogs: await listQueue(database, request), lookedAt: undefined };
    const { ids, most, lookedAt } = await filterQueue(database, {
      forum,
      filter: filterOf(query, session.person.id),
      queue: request.queue,
      sort: query.sort,
      enough: LONGEST_QUEUE + 1,
    });
    const among = { ids: ids.slice(0, LONGEST_QUEUE), most };
    const isFull = ids.length > LONGEST_QUEUE;
    return {
      dialogs: await listQueue(database, { ...request, among }),
      lookedAt: isFull ? undefined : lookedAt,
    };
  }

  function count({ tenant: { forum }, session }: ForumCall, saved: Query[]) {
    const views = saved.map((each) => {
      const query = readListQuery(each, 'queue');
      return { queue: sourceOf(query), filter: filterOf(query, session.person.id) };
    });
    return countQueueViews(database, { forum, views });
  }

  /** Leads to the dialog after another one, which may have left the queue, or from the last one back to the queue. */
  async function next(call: ForumCall) {
    const query = queryOf(call);
    const { dialogs } = await list(call, query);
    const present = dialogs.findIndex(({ id }) => String(id) === call.query.first('after'));
    const at = present === -1 ? (placeIn(call.query)?.at ?? 0) : present + 1;
    const dialog = dialogs[at];
    return { seeOther: dialog ? dialogAddress(call, dialog.id, { query, at }) : hereOf(call) };
  }

  return {
    '/queue/next': { read: next },
    '/queue': {
      read: (call) => queue(call),
      post: (call) => selection.act(call, { here: hereOf(call), show: (content) => queue(call, content) }),
    },
  };
}

/** Snoozed posts are in no tab. */
function sourceOf({ show = 'all', snoozed }: ListQuery): QueueSource {
  return snoozed ? 'snoozed' : show;
}

function queryOf({ query }: ForumCall): ListQuery {
  return readListQuery(query, 'queue');
}

function hereOf(call: ForumCall): string {
  return listAddress(call, 'queue', queryOf(call));
}

/** Undefined where all that is known is that there may be some. */
function shownCount(counts: QueueCounts, key: keyof QueueCounts): string | undefined {
  const count = counts[key];
  if (count >= MAX_QUEUE_COUNT) return `${MAX_QUEUE_COUNT - 1}+`;
  const isCounted = key !== 'unanswered' || counts.new < FIRST_OF_QUEUE;
  if (isCounted) return String(count);
  return count > 0 ? `${count}+` : undefined;
}
