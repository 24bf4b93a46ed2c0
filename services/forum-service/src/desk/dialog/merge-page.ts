import type { View } from '@guidepost/desk';
import { AppError } from '@guidepost/service-kit';
import type { Context } from '../../context.ts';
import { type FoundDialog, findDialogs } from '../../moderation/find-dialogs.ts';
import { type DialogDetails, showDialogs } from '../../moderation/find-posts.ts';
import { mergeDialogs } from '../../moderation/merge-dialogs.ts';
import { findMergedInto } from '../../posts/read-dialog.ts';
import { type ForumCall, type ForumPage, stateViewsOf } from '../forum-tenant.ts';
import { SEEN, seenModerationOf } from '../review.ts';
import { addressOf, dialogAt, dialogIdOf, dialogNumbered } from './dialog-call.ts';

const ROLES = ['owner', 'editor'] as const;

type Needs = Pick<Context, 'database' | 'config' | 'dialogSearch'>;

/** How many dialogs are offered to merge into. */
const MAX_CANDIDATES = 6;

/** Merges a dialog into another one: offers similar ones, shows the one that is chosen, then merges. */
export function mergePages({ database, config, dialogSearch }: Needs): Record<string, ForumPage> {
  async function read(call: ForumCall, id: number): Promise<DialogDetails | undefined> {
    const [dialog] = await showDialogs(database, call.tenant.key, [id]).catch((error) => {
      if (error instanceof AppError && error.kind === 'not-found') return [];
      throw error;
    });
    return dialog;
  }

  async function show(call: ForumCall, typed: string, content: object = {}) {
    // Before the dialogs are read: what comes in between has not been seen.
    const seen = { name: SEEN, at: Date.now() };
    const dialog = await read(call, dialogIdOf(call));
    if (!dialog) return leadOn(call);
    const into = idIn(typed);
    const target = into === undefined || into === dialog.id ? undefined : await read(call, into);
    const isNumber = into !== undefined;
    const candidates = target ? [] : await similarTo(call, dialog, isNumber ? '' : typed);
    const { words } = call.phrasing;
    const wrong = isNumber ? words.mergeIntoRule : words.noDialogsFound;
    const isWrong = typed !== '' && (isNumber ? !target : candidates.length === 0);
    return {
      template: 'dialog/merge',
      title: words.mergeDialog,
      section: 'queue',
      content: {
        dialog,
        target,
        candidates,
        typed,
        wrong: isWrong ? { into: wrong } : {},
        here: call.request.path,
        seen,
        address: addressOf(call),
        ...stateViewsOf(call),
        problem: undefined,
        ...content,
      },
    } satisfies View;
  }

  /** Dialogs like this one, or about what was typed; none while search is out of order. */
  async function similarTo(
    call: ForumCall,
    { id, title }: DialogDetails,
    typed: string,
  ): Promise<FoundDialog[]> {
    const request = { forum: call.tenant.forum, query: typed || title, start: 0, limit: MAX_CANDIDATES + 1 };
    const { rows } = await findDialogs({ database, dialogSearch }, request).catch((error) => {
      if (error instanceof AppError && error.kind === 'unavailable') return { rows: [] };
      throw error;
    });
    return rows.filter((row) => row.id !== id && !row.held).slice(0, MAX_CANDIDATES);
  }

  /** A colleague has merged it already. */
  async function leadOn(call: ForumCall) {
    const target = await findMergedInto(database, call.tenant.forum.id, dialogIdOf(call));
    if (target === undefined) throw new AppError('not-found', 'There is no such dialog.');
    return { seeOther: `${call.base}/dialogs/${target}`, notice: 'noticeAlreadyMerged' };
  }

  return {
    '/dialogs/:dialog/merge': {
      roles: ROLES,
      read: (call) => show(call, call.query.first('into')?.trim() ?? ''),
      async post(call) {
        const typed = call.form.first('into')?.trim() ?? '';
        const into = idIn(typed);
        if (into === undefined) return { ...(await show(call, typed)), status: 422 };
        try {
          const merge = { id: dialogIdOf(call), into, publicUrl: config.PUBLIC_URL };
          await mergeDialogs(database, seenModerationOf(call, 'dialog merge', [merge.id, into]), merge);
        } catch (error) {
          if (!(error instanceof AppError) || !REFUSALS.has(error.kind)) throw error;
          const { changedSinceShown, mergeRefused } = call.phrasing.words;
          const isChanged = error.details.reason === 'changedSinceShown';
          const problem = isChanged ? changedSinceShown : mergeRefused;
          return { ...(await show(call, typed, { problem })), status: 422 };
        }
        return { seeOther: `${call.base}/dialogs/${into}`, notice: 'noticeMerged' };
      },
    },
  };
}

const REFUSALS = new Set<string>(['conflict', 'invalid', 'not-found']);

function idIn(typed: string): number | undefined {
  return dialogNumbered(typed) ?? dialogAt(typed);
}
