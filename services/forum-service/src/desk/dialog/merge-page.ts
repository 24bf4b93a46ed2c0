import type { View } from '@guidepost/desk';
import { AppError } from '@guidepost/service-kit';
import type { Context } from '../../context.ts';
import { findMergedInto } from '../../dialogs/merged-dialogs.ts';
import { showDialogs } from '../../moderation/find-posts.ts';
import { mergeDialogs } from '../../moderation/merge-dialogs.ts';
import type { DialogDetails } from '../../moderation/post-details.ts';
import { type ForumCall, type ForumPage, moderationOf } from '../forum-tenant.ts';
import { addressOf, dialogIdOf } from './dialog-call.ts';

const ROLES = ['owner', 'editor'] as const;

type Needs = Pick<Context, 'database' | 'config'>;

/** Merges a dialog into another one: asks for the other, shows it, then merges. */
export function mergePages({ database, config }: Needs): Record<string, ForumPage> {
  async function read(call: ForumCall, id: number): Promise<DialogDetails | undefined> {
    const [dialog] = await showDialogs(database, call.tenant.key, [id]).catch((error) => {
      if (error instanceof AppError && error.kind === 'not-found') return [];
      throw error;
    });
    return dialog;
  }

  async function show(call: ForumCall, typed: string, content: object = {}) {
    const dialog = await read(call, dialogIdOf(call));
    if (!dialog) return leadOn(call);
    const into = idIn(typed);
    const target = into === undefined || into === dialog.id ? undefined : await read(call, into);
    const isWrong = typed !== '' && !target;
    return {
      template: 'dialog/merge',
      title: call.phrasing.words.mergeDialog,
      section: 'queue',
      content: {
        dialog,
        target,
        typed,
        wrong: isWrong ? { into: call.phrasing.words.mergeIntoRule } : {},
        here: call.request.path,
        address: addressOf(call),
        problem: undefined,
        ...content,
      },
    } satisfies View;
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
          await mergeDialogs(database, moderationOf(call, 'dialog merge'), merge);
        } catch (error) {
          if (!(error instanceof AppError) || !REFUSALS.has(error.kind)) throw error;
          const problem = call.phrasing.words.mergeRefused;
          return { ...(await show(call, typed, { problem })), status: 422 };
        }
        return { seeOther: `${call.base}/dialogs/${into}`, notice: 'noticeMerged' };
      },
    },
  };
}

const REFUSALS = new Set<string>(['conflict', 'invalid', 'not-found']);

/** The number of a dialog, typed as it is or as part of its address. */
function idIn(typed: string): number | undefined {
  const [, digits] = /^(?:.*\/)?(\d{1,16})(?:[?#].*)?$/.exec(typed) ?? [];
  const id = Number(digits);
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}
