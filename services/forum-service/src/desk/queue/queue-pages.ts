import type { Done, FormCall, View } from '@guidepost/desk';
import { parseId } from '@guidepost/http';
import { AppError } from '@guidepost/service-kit';
import type { Outcome } from '../../audit/moderate.ts';
import type { Context } from '../../context.ts';
import { archiveDialogs, restoreDialogs } from '../../dialogs/archive-dialogs.ts';
import { setState } from '../../dialogs/set-state.ts';
import { setWaiting } from '../../dialogs/set-waiting.ts';
import { isPermitted } from '../../model/permissions.ts';
import {
  countQueue,
  LONGEST_QUEUE,
  listQueue,
  MAX_QUEUE_COUNT,
  QUEUES,
  type Queue,
} from '../../moderation/queue.ts';
import { readState } from '../../moderation/typed-values.ts';
import { actorOf, type ForumCall, type ForumPage, moderationOf } from '../forum-tenant.ts';

type QueueCall = FormCall<ForumCall>;

/** What a button of the queue does with dialogs; what was changed can be taken back by another one. */
interface QueueAction {
  run(call: QueueCall, ids: number[]): Promise<Outcome>;
  notice: string;
  undo?: string;
}

/** What waits for editors, and what can be done with several dialogs at once. */
export function queuePages({ database }: Pick<Context, 'database'>): Record<string, ForumPage> {
  const actions: Record<string, QueueAction> = {
    done: {
      run: (call, ids) => setWaiting(database, moderationOf(call, 'dialog done'), { ids, waiting: false }),
      notice: 'noticeDone',
      undo: 'wait',
    },
    wait: {
      run: (call, ids) => setWaiting(database, moderationOf(call, 'dialog wait'), { ids, waiting: true }),
      notice: 'noticeWaiting',
    },
    archive: {
      run: (call, ids) => archiveDialogs(database, moderationOf(call, 'dialog archive'), ids),
      notice: 'noticeArchived',
      undo: 'restore',
    },
    restore: {
      run: (call, ids) => restoreDialogs(database, moderationOf(call, 'dialog restore'), ids),
      notice: 'noticeRestored',
      undo: 'archive',
    },
    state: {
      run(call, ids) {
        const state = readState(call.form.first('state') ?? '');
        if (state === undefined) throw new AppError('invalid', call.phrasing.words.stateRule);
        return setState(database, moderationOf(call, 'dialog state'), { ids, state });
      },
      notice: 'noticeState',
    },
  };

  async function queue(call: ForumCall, content: object = {}): Promise<View> {
    const { forum } = call.tenant;
    const chosen = queueOf(call);
    const [dialogs, counts] = await Promise.all([
      listQueue(database, { forumId: forum.id, queue: chosen, personId: call.session.person.id }),
      countQueue(database, forum.id),
    ]);
    return {
      template: 'queue/queue',
      title: call.phrasing.words.queue,
      section: 'queue',
      content: {
        dialogs,
        tabs: QUEUES.map((key) => ({ key, count: key === 'all' ? undefined : shownCount(counts[key]) })),
        chosen,
        isFull: dialogs.length === LONGEST_QUEUE,
        here: hereOf(call),
        mayModerate: isPermitted(actorOf(call), 'dialog archive'),
        problem: undefined,
        ...content,
      },
    };
  }

  return {
    '/queue': {
      read: (call) => queue(call),
      async post(call) {
        const name = call.form.first('action') ?? '';
        const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
        if (!action) throw new AppError('invalid', 'There is no such action.');
        const ids = call.form.family('dialog').flatMap(([id]) => parseId(id) ?? []);
        if (ids.length === 0) {
          return { ...(await queue(call, { problem: call.phrasing.words.nothingSelected })), status: 422 };
        }
        const { changed } = await action.run(call, ids);
        return doneWith(call, action, changed);
      },
    },
  };
}

/** Back to the queue, where what was changed can be taken back. */
function doneWith(call: QueueCall, { notice, undo }: QueueAction, changed: readonly number[]): Done {
  const seeOther = hereOf(call);
  if (!undo || changed.length === 0) return { seeOther, notice };
  const dialogs = changed.map((id) => [`dialog[${id}]`, 'on'] as const);
  return {
    seeOther,
    notice,
    undo: { action: seeOther, fields: Object.fromEntries([['action', undo], ...dialogs]) },
  };
}

function queueOf({ query }: ForumCall): Queue {
  return QUEUES.find((queue) => queue === query.first('show')) ?? 'all';
}

function hereOf(call: ForumCall): string {
  const chosen = queueOf(call);
  return `${call.base}/queue${chosen === 'all' ? '' : `?show=${chosen}`}`;
}

function shownCount(count: number): string {
  return count < MAX_QUEUE_COUNT ? String(count) : `${MAX_QUEUE_COUNT - 1}+`;
}
