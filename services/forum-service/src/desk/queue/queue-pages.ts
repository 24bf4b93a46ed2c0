import type { View } from '@guidepost/desk';
import type { Context } from '../../context.ts';
import {
  countQueue,
  LONGEST_QUEUE,
  listQueue,
  MAX_QUEUE_COUNT,
  QUEUES,
  type Queue,
  type QueueCounts,
} from '../../moderation/queue.ts';
import type { ForumCall, ForumPage } from '../forum-tenant.ts';
import { createSelection } from '../selection/dialog-selection.ts';

/** The queue of editors, with actions for several dialogs at once. */
export function queuePages({ database }: Pick<Context, 'database'>): Record<string, ForumPage> {
  const selection = createSelection({ database });

  async function queue(call: ForumCall, content: object = {}): Promise<View> {
    const { forum } = call.tenant;
    const chosen = queueOf(call);
    const [selecting, dialogs, counts] = await Promise.all([
      selection.content(call),
      listQueue(database, { forumId: forum.id, queue: chosen, personId: call.session.person.id }),
      countQueue(database, forum.id),
    ]);
    return {
      template: 'queue/queue',
      title: call.phrasing.words.queue,
      section: 'queue',
      content: {
        ...selecting,
        dialogs,
        tabs: QUEUES.map((key) => ({ key, count: key === 'all' ? undefined : shownCount(counts, key) })),
        chosen,
        isFull: dialogs.length === LONGEST_QUEUE,
        here: hereOf(call),
        ...content,
      },
    };
  }

  /** Leads to the dialog that has waited longest of those that have not been passed over, or back to the queue. */
  async function next(call: ForumCall) {
    const { forum } = call.tenant;
    const skipped = new Set((call.query.first('skip') ?? '').split(',').map(Number));
    const personId = call.session.person.id;
    const dialogs = await listQueue(database, { forumId: forum.id, queue: queueOf(call), personId });
    const dialog = dialogs.find(({ id }) => !skipped.has(id));
    return { seeOther: dialog ? `${call.base}/dialogs/${dialog.id}` : hereOf(call) };
  }

  return {
    '/queue/next': { read: next },
    '/queue': {
      read: (call) => queue(call),
      post: (call) => selection.act(call, { here: hereOf(call), show: (content) => queue(call, content) }),
    },
  };
}

function queueOf({ query }: ForumCall): Queue {
  return QUEUES.find((queue) => queue === query.first('show')) ?? 'all';
}

function hereOf(call: ForumCall): string {
  const chosen = queueOf(call);
  return `${call.base}/queue${chosen === 'all' ? '' : `?show=${chosen}`}`;
}

/** Undefined where all that is known is that there may be some. */
function shownCount(counts: QueueCounts, key: keyof QueueCounts): string | undefined {
  const count = counts[key];
  if (count >= MAX_QUEUE_COUNT) return `${MAX_QUEUE_COUNT - 1}+`;
  const isCounted = key !== 'unanswered' || counts.new < MAX_QUEUE_COUNT;
  if (isCounted) return String(count);
  return count > 0 ? `${count}+` : undefined;
}
