import type { Done, FormCall, Undo, View } from '@guidepost/desk';
import { AppError, parseId } from '@guidepost/service-kit';
import type { Context } from '../../context.ts';
import { isPermitted } from '../../model/permissions.ts';
import { assignDialogs } from '../../moderation/assign-dialogs.ts';
import { listChangedDialogs } from '../../moderation/refuse-unseen.ts';
import { resolveReportsOf } from '../../moderation/reports.ts';
import { readState } from '../../moderation/typed-values.ts';
import { undeleteDialogs } from '../../moderation/undelete-dialogs.ts';
import { releaseCommentsOf } from '../../posts/change-comments.ts';
import { archiveDialogs, restoreDialogs, setState, setWaiting } from '../../posts/change-dialogs.ts';
import { deleteDialogs } from '../../posts/delete-posts.ts';
import { listStates, stateNameIn } from '../../posts/states.ts';
import type { Outcome } from '../../tenants/moderate.ts';
import { actorOf, type ForumCall, moderationOf } from '../forum-tenant.ts';
import { reviewOf, SEEN, seenAt, seenModerationOf } from '../review.ts';
import { createMarkSpam, sayLeftOut } from '../spam/spam-pages.ts';

type SelectionCall = FormCall<ForumCall>;

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

interface Ran {
  changed: number;
  undoable: readonly number[];
  /** Takes everything back at once. */
  undoing?: Undo | undefined;
  /** Titles of what has changed since the page was shown. */
  leftOut?: readonly string[];
}

/** The work of a button on dialogs; another button can undo it. */
interface SelectionAction {
  /** @returns how many posts were changed, and the dialogs for which that can be taken back */
  run(call: SelectionCall, ids: number[]): Promise<Ran>;
  notice: string;
  undo?: string;
}

type Needs = Pick<Context, 'database' | 'config' | 'notices'>;

/** Others may have deleted some of the dialogs that the page lists. */
const CHOSEN = { skipsMissing: true };

/** Actions for several dialogs at once. */
export function createSelection(context: Needs): Selection {
  const { database } = context;
  const actions: Record<string, SelectionAction> = { ...actionsOn(context), spam: spamAction(context) };

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
        states: await listStates(database, call.tenant.forum),
        stateName: (state: string) => stateNameIn(call.phrasing.language, state),
        mayModerate: isPermitted(actorOf(call), 'dialog archive'),
        problem: undefined,
        selected: new Set<number>(),
        typed: '',
      };
    },
    async act(call, { here, show }) {
      const name = call.form.first('action') ?? '';
      const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
      if (!action) throw new AppError('invalid', 'There is no such action.', { reason: 'noSuchChoice' });
      const { nothingSelected, stateNeeded } = call.phrasing.words;
      const ids = call.form.family('dialog').flatMap(([id]) => parseId(id) ?? []);
      if (ids.length === 0) return { ...(await show({ problem: nothingSelected })), status: 422 };
      const typed = call.form.first('state') ?? '';
      if (name === 'state' && !readState(typed))
        return { ...(await show({ problem: stateNeeded, selected: new Set(ids), typed })), status: 422 };
      const leftOut = await changedOf(call, ids);
      const kept = ids.filter((id) => !leftOut.has(id));
      const done = kept.length > 0 ? await action.run(call, kept) : undefined;
      const titles = [...leftOut.values(), ...(done?.leftOut ?? [])];
      if (done && titles.length === 0) return doneWith(here, action, done);
      const problem = sayLeftOut(call, titles);
      return { ...(await show({ problem, typed })), status: 409 };
    },
  };
}

function actionsOn(context: Needs): Record<string, SelectionAction> {
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
    state: {
      async run(call, ids) {
        const state = readState(call.form.first('state') ?? '');
        if (!state) throw new AppError('invalid', 'A state is required.', { reason: 'stateNeeded' });
        const choice = { ...CHOSEN, ids, state };
        const { changed } = await setState(database, seenModerationOf(call, 'dialog state', ids), choice);
        return { changed: changed.length, undoable: [] };
      },
      notice: 'noticeState',
    },
    assign: {
      async run(call, ids) {
        const choice = { ...CHOSEN, ids, assignee: assigneeIn(call.form) };
        const { changed } = await assignDialogs(
          context,
          seenModerationOf(call, 'dialog assign', ids),
          choice,
        );
        return { changed: changed.length, undoable: [] };
      },
      notice: 'noticeAssigned',
    },
  };
}

/** Null for no one. @throws AppError `invalid` */
export function assigneeIn(form: SelectionCall['form']): number | null {
  const typed = form.first('assignee');
  if (typed === '') return null;
  const id = parseId(typed);
  if (id === undefined)
    throw new AppError('invalid', 'There is no such colleague.', { reason: 'noSuchChoice' });
  return id;
}

/** On all posts of the authors of the dialogs. */
function spamAction(context: Needs): SelectionAction {
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
  { changed, undoable, undoing: whole }: Ran,
): Done {
  if (changed === 0) return { seeOther, notice: 'noticeUnchanged' };
  if (whole) return { seeOther, notice, undo: whole };
  if (!undo || undoable.length === 0) return { seeOther, notice };
  const dialogs = undoable.map((id) => [`dialog[${id}]`, 'on'] as const);
  return {
    seeOther,
    notice,
    undo: { action: seeOther, fields: Object.fromEntries([['action', undo], ...dialogs]) },
  };
}
