import { type Done, refusalOf, type View } from '@guidepost/desk';
import { AppError, parseId } from '@guidepost/service-kit';
import { isPermitted } from '../../model/permissions.ts';
import { listChangedDialogs } from '../../moderation/refuse-unseen.ts';
import { resolveReportsOf } from '../../moderation/reports.ts';
import { readState } from '../../moderation/typed-values.ts';
import { undeleteDialogs } from '../../moderation/undelete-dialogs.ts';
import { releaseCommentsOf } from '../../posts/change-comments.ts';
import { archiveDialogs, restoreDialogs, setWaiting } from '../../posts/change-dialogs.ts';
import { deleteDialogs } from '../../posts/delete-posts.ts';
import type { Outcome } from '../../tenants/moderate.ts';
import { actorOf, choosableStates, type ForumCall, moderationOf, stateViewsOf } from '../forum-tenant.ts';
import { reviewOf, SEEN, seenAt, seenModerationOf } from '../review.ts';
import { createMarkSpam, sayLeftOut } from '../spam/spam-pages.ts';
import {
  CHOSEN,
  type Ran,
  type SelectionAction,
  type SelectionCall,
  type SelectionNeeds,
} from './selection-action.ts';
import { valueActions } from './value-actions.ts';

/** A page that lists dialogs, several of which can be selected. */
export interface DialogList {
  /** Where it is shown again. */
  here: string;
  /** The page with what was selected and typed, and what is wrong with it. */
  show(content: object): Promise<View>;
}

export interface Selection {
  /** Content of the form beside the dialogs, which are read later: a post that comes in between has not been seen. */
  content(call: ForumCall): Promise<object>;
  /** Does what was asked for with the dialogs that are selected. */
  act(call: SelectionCall, list: DialogList): Promise<Done | (View & { status: number })>;
}

/** Has a page of its own, which shows what it would do. */
const MERGE = 'merge';

/** Reasons that people can do something about. */
const REFUSED: ReadonlySet<string> = new Set([
  'snoozeRule',
  'stateNotOffered',
  'stateOfOtherKinds',
  'tagNeeded',
  'tooManyTags',
  'topicNotOffered',
]);

/** Actions for several dialogs at once. */
export function createSelection(context: SelectionNeeds): Selection {
  const { database } = context;
  const actions: Record<string, SelectionAction> = {
    ...actionsOn(context),
    ...valueActions(context),
    spam: spamAction(context),
  };

  /** Posts, edits and actions since the list was shown have not been seen. */
  async function changedOf(call: SelectionCall, dialogIds: number[]): Promise<Map<number, string>> {
    const seen = seenAt(call);
    if (!seen) return new Map();
    const changed = await listChangedDialogs(database, call.tenant.forum.id, { dialogIds, seen });
    return new Map(changed.map(({ id, title }) => [id, title]));
  }

  return {
    async content(call) {
      return {
        seen: { name: SEEN, at: Date.now() },
        states: choosableStates(call.tenant.forum.states),
        ...stateViewsOf(call),
        topics: call.tenant.forum.topics,
        mayModerate: isPermitted(actorOf(call), 'dialog archive'),
        problem: undefined,
        selected: new Set<number>(),
        typed: '',
      };
    },
    async act(call, { here, show }) {
      const name = call.form.first('action') ?? '';
      const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
      if (!action && name !== MERGE)
        throw new AppError('invalid', 'There is no such action.', { reason: 'noSuchChoice' });
      const { nothingSelected, stateNeeded } = call.phrasing.words;
      const ids = call.form.family('dialog').flatMap(([id]) => parseId(id) ?? []);
      if (ids.length === 0) return { ...(await show({ problem: nothingSelected })), status: 422 };
      if (!action) return { seeOther: `${call.base}/merge?ids=${ids.join(',')}` };
      const typed = call.form.first('state') ?? '';
      if (name === 'state' && !readState(typed))
        return { ...(await show({ problem: stateNeeded, selected: new Set(ids), typed })), status: 422 };
      const leftOut = await changedOf(call, ids);
      const kept = ids.filter((id) => !leftOut.has(id));
      const done = kept.length > 0 ? await action.run(call, kept).catch(refusalIn(call)) : undefined;
      if (done && 'refusal' in done) {
        const { problem, status } = done.refusal;
        return { ...(await show({ problem, selected: new Set(ids), typed })), status };
      }
      const titles = [...leftOut.values(), ...(done?.leftOut ?? [])];
      if (done && titles.length === 0) return doneWith(here, action, done);
      const problem = sayLeftOut(call, titles);
      return { ...(await show({ problem, typed })), status: 409 };
    },
  };
}

/** A value that a dialog cannot get is said above the list, where everything stays selected. */
function refusalIn(
  call: SelectionCall,
): (error: unknown) => { refusal: { problem: string; status: number } } {
  return (error) => {
    const { reason = '' } = error instanceof AppError ? error.details : {};
    if (!REFUSED.has(reason)) throw error;
    const { status, wrong, problem = Object.values(wrong).join(' ') } = refusalOf(error, call.phrasing);
    return { refusal: { problem, status } };
  };
}

function actionsOn(context: SelectionNeeds): Record<string, SelectionAction> {
  const { database } = context;
  return {
    done: {
      async run(call, ids) {
        const choice = { ...CHOSEN, ids, waiting: false };
        return undoing(await setWaiting(database, seenModerationOf(call, 'dialog done', ids), choice));
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
        undoing(await archiveDialogs(database, seenModerationOf(call, 'dialog archive', ids), ids, CHOSEN)),
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
        const deleted = await deleteDialogs(
          database,
          seenModerationOf(call, 'dialog delete', ids),
          ids,
          CHOSEN,
        );
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
        const { changed } = await resolveReportsOf(
          database,
          seenModerationOf(call, 'reports resolve', ids),
          ids,
        );
        return { changed: changed.length, undoable: [] };
      },
      notice: 'noticeResolved',
    },
  };
}

/** On all posts of the authors of the dialogs. */
function spamAction(context: SelectionNeeds): SelectionAction {
  const mark = createMarkSpam(context);
  return {
    async run(call, dialogIds) {
      const { undo: undoing, leftOut } = await mark(call, { dialogIds });
      return { changed: undoing ? dialogIds.length : 0, undoable: [], undoing, leftOut };
    },
    notice: 'noticeSpam',
  };
}

/** The review of a held dialog is over for good: undoing would publish it, or hide it where no one looks. */
function undoing({ changed, wereHeld = [] }: Outcome & { wereHeld?: readonly number[] }) {
  return { changed: changed.length, undoable: changed.filter((id) => !wereHeld.includes(id)) };
}

/** Back to the list, where what was changed can be taken back. */
function doneWith(
  seeOther: string,
  { notice, undo }: SelectionAction,
  { changed, undoable, undoing: whole, former, fields }: Ran,
): Done {
  if (changed === 0) return { seeOther, notice: 'noticeUnchanged' };
  if (whole) return { seeOther, notice, undo: whole };
  if (!undo || undoable.length === 0) return { seeOther, notice };
  const formerOf = (id: number) => String(former ? (former.get(id) ?? '') : 'on');
  const dialogs = undoable.map((id) => [`dialog[${id}]`, formerOf(id)] as const);
  return {
    seeOther,
    notice,
    undo: { action: seeOther, fields: { ...fields, action: undo, ...Object.fromEntries(dialogs) } },
  };
}
