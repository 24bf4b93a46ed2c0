import type { FormCall } from '@guidepost/desk';
import { parseId } from '@guidepost/http';
import { AppError } from '@guidepost/service-kit';
import type { Moderation } from '../audit/moderate.ts';
import type { Action } from '../model/permissions.ts';
import { refuseUnseen } from '../moderation/refuse-unseen.ts';
import { type ForumCall, moderationOf } from './forum-tenant.ts';

/** The field with the time at which a form was shown, in milliseconds. */
export const SEEN = 'seen';

/** Publishes what waits for review in dialogs, unless it has changed since a page with the field showed it. */
export function reviewOf(
  call: FormCall<ForumCall>,
  action: Action,
  dialogIds: readonly number[],
): Moderation {
  const seen = parseId(call.form.first(SEEN));
  const moderation = moderationOf(call, action);
  if (seen === undefined) return moderation;
  return {
    ...moderation,
    guard: async (transaction, { id }) => {
      try {
        await refuseUnseen(transaction, id, { dialogIds, seen: new Date(seen) });
      } catch (error) {
        if (!(error instanceof AppError) || error.kind !== 'conflict') throw error;
        throw new AppError('conflict', call.phrasing.words.changedSinceShown, {
          reason: 'changedSinceShown',
          cause: error,
        });
      }
    },
  };
}
