import type { Done, FormCall, View } from '@guidepost/desk';
import { parseId } from '@guidepost/http';
import { AppError } from '@guidepost/service-kit';
import type { Outcome } from '../../audit/moderate.ts';
import { releaseCommentsOf } from '../../comments/release-comments.ts';
import type { Context } from '../../context.ts';
import { archiveDialogs, restoreDialogs } from '../../dialogs/archive-dialogs.ts';
import { deleteDialogs } from '../../dialogs/delete-dialogs.ts';
import { setState } from '../../dialogs/set-state.ts';
import { setWaiting } from '../../dialogs/set-waiting.ts';
import { listStates } from '../../dialogs/states.ts';
import { isPermitted } from '../../model/permissions.ts';
import { stateNameIn } from '../../model/solved.ts';
import {
  countQueue,
  LONGEST_QUEUE,
  listQueue,
  MAX_QUEUE_COUNT,
  QUEUES,
  type Queue,
  type QueueCounts,
} from '../../moderation/queue.ts';
import { readState } from '../../moderation/typed-values.ts';
import { undeleteDialogs } from '../../moderation/undelete-dialogs.ts';
import { resolveReportsOf } from '../../reports/open-reports.ts';
import { actorOf, type ForumCall, type ForumPage, moderationOf } from '../forum-tenant.ts';
import { reviewOf, SEEN } from '../review.ts';

type QueueCall = FormCall<ForumCall>;

/** What a button of the queue does with dialogs; what was changed can be taken back by another one. */
interface QueueAction {
  /** @returns how many posts were changed, and the dialogs for which that can be taken back */
  run(call: QueueCall, ids: number[]): Promise<{ changed: number; undoable: readonly number[] }>;
  notice: string;
  undo?: string;
}

/** Others may have deleted some of the dialogs that the page lists. */
const CHOSEN = { skipsMissing: true };

/** What waits for editors, and what can be done with several dialogs at once. */
export function queuePages({ database }: Pick<Context, 'database'>): Record<string, ForumPage> {
  const actions: Record<string, QueueAction> = {
    done: {
      async run(call, ids) {
        const choice = { ...CHOSEN, ids, waiting: false };
        return undoing(await setWaiting(database, moderationOf(call, 'dialog done'), choice));
      },
      notice: 'noticeDone',
      undo: 'wait',
    },
    wait: {
      async run(call, ids) {
        const choice = { ...CHOSEN, ids, waiting: true };
        return undoing(await setWaiting(database, moderationOf(call, 'dialog wait'), choice));
      },
      notice: 'noticeWaiting',
    },
    archive: {
      run: async (call, ids) =>
        undoing(await archiveDialogs(database, moderationOf(call, 'dialog archive'), ids, CHOSEN)),
      notice: 'noticeArchived',
      undo: 'restore',
    },
    restore: {
      run: async (call, ids) =>
        undoing(await restoreDialogs(database, reviewOf(call, 'dialog restore', ids), ids, CHOSEN)),
      notice: 'noticeRestored',
      undo: 'archive',
    },
    delete: {
      async run(call, ids) {
        const deleted = await deleteDialogs(database, moderationOf(call, 'dialog delete'), ids, CHOSEN);
        return { changed: deleted.length, undoable: deleted };
      },
      notice: 'noticeDialogsDeleted',
      undo: 'undelete',
    },
    undelete: {
      run: async (call, ids) =>
        undoing(await undeleteDialogs(database, moderationOf(call, 'dialog undelete'), ids, CHOSEN)),
      notice: 'noticeUndeleted',
    },
    approve: {
      async run(call, ids) {
        const held = { ...CHOSEN, onlyHeld: true };
        const dialogs = await restoreDialogs(database, reviewOf(call, 'dialog restore', ids), ids, held);
        const comments = await releaseCommentsOf(database, reviewOf(call, 'comment restore', ids), ids);
        return { changed: dialogs.changed.length + comments.changed.length, undoable: [] };
      },
      notice: 'noticeRestored',
    },
    resolve: {
      async run(call, ids) {
        const { changed } = await resolveReportsOf(database, moderationOf(call, 'reports resolve'), ids);
        return { changed: changed.length, undoable: [] };
      },
      notice: 'noticeResolved',
    },
    state: {
      async run(call, ids) {
        const state = readState(call.form.first('state') ?? '');
        if (!state) throw new AppError('invalid', 'A state is required.', { reason: 'stateNeeded' });
        const choice = { ...CHOSEN, ids, state };
        const { changed } = await setState(database, moderationOf(call, 'dialog state'), choice);
        return { changed: changed.length, undoable: [] };
      },
      notice: 'noticeState',
    },
  };

  async function queue(call: ForumCall, content: object = {}): Promise<View> {
    const { forum } = call.tenant;
    const chosen = queueOf(call);
    const seen = { name: SEEN, at: Date.now() };
    const [dialogs, counts, states] = await Promise.all([
      listQueue(database, { forumId: forum.id, queue: chosen, personId: call.session.person.id }),
      countQueue(database, forum.id),
      listStates(database, forum.id),
    ]);
    return {
      template: 'queue/queue',
      title: call.phrasing.words.queue,
      section: 'queue',
      content: {
        dialogs,
        states,
        seen,
        stateName: (state: string) => stateNameIn(call.phrasing.language, state),
        tabs: QUEUES.map((key) => ({ key, count: key === 'all' ? undefined : shownCount(counts, key) })),
        chosen,
        isFull: dialogs.length === LONGEST_QUEUE,
        here: hereOf(call),
        mayModerate: isPermitted(actorOf(call), 'dialog archive'),
        problem: undefined,
        selected: new Set<number>(),
        typed: '',
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
      async post(call) {
        const name = call.form.first('action') ?? '';
        const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
        if (!action) throw new AppError('invalid', 'There is no such action.', { reason: 'noSuchChoice' });
        const ids = call.form.family('dialog').flatMap(([id]) => parseId(id) ?? []);
        if (ids.length === 0) {
          return { ...(await queue(call, { problem: call.phrasing.words.nothingSelected })), status: 422 };
        }
        const state = call.form.first('state') ?? '';
        if (name === 'state' && !readState(state)) {
          const problem = call.phrasing.words.stateNeeded;
          return { ...(await queue(call, { problem, selected: new Set(ids), typed: state })), status: 422 };
        }
        return doneWith(call, action, await action.run(call, ids));
      },
    },
  };
}

/** The review of a held dialog is over for good: undoing would publish it, or hide it where no one looks. */
function undoing({ changed, wereHeld = [] }: Outcome & { wereHeld?: readonly number[] }) {
  return { changed: changed.length, undoable: changed.filter((id) => !wereHeld.includes(id)) };
}

/** Back to the queue, where what was changed can be taken back. */
function doneWith(
  call: QueueCall,
  { notice, undo }: QueueAction,
  { changed, undoable }: Awaited<ReturnType<QueueAction['run']>>,
): Done {
  const seeOther = hereOf(call);
  if (changed === 0) return { seeOther, notice: 'noticeUnchanged' };
  if (!undo || undoable.length === 0) return { seeOther, notice };
  const dialogs = undoable.map((id) => [`dialog[${id}]`, 'on'] as const);
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

/** Undefined where all that is known is that there may be some. */
function shownCount(counts: QueueCounts, key: keyof QueueCounts): string | undefined {
  const count = counts[key];
  if (count >= MAX_QUEUE_COUNT) return `${MAX_QUEUE_COUNT - 1}+`;
  const isCounted = key !== 'unanswered' || counts.new < MAX_QUEUE_COUNT;
  if (isCounted) return String(count);
  return count > 0 ? `${count}+` : undefined;
}
