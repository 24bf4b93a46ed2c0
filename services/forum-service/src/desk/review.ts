import type { FormCall } from '@guidepost/desk';
import type { Executor } from '@guidepost/postgres';
import { AppError, parseId } from '@guidepost/service-kit';
import type { Action } from '../model/permissions.ts';
import { refuseChanged, refuseUnseen } from '../moderation/refuse-unseen.ts';
import type { Moderation } from '../tenants/moderate.ts';
import { type ForumCall, moderationOf } from './forum-tenant.ts';

/** The field with the time at which a form was shown, in milliseconds. */
export const SEEN = 'seen';

/** When the form was shown; undefined for a form that does not say. */
export function seenAt({ form }: FormCall<ForumCall>): Date | undefined {
  const seen = parseId(form.first(SEEN));
  return seen === undefined ? undefined : new Date(seen);
}

/** Publishes what waits for review in dialogs, unless it has changed since a page with the field showed it. */
export function reviewOf(
  call: FormCall<ForumCall>,
  action: Action,
  dialogIds: readonly number[],
): Moderation {
  return guarded(call, action, (transaction, forumId, seen) =>
    refuseUnseen(transaction, forumId, { dialogIds, seen }),
  );
}

/** Changes dialogs, unless they have changed since a page with the field showed them. */
export function seenModerationOf(
  call: FormCall<ForumCall>,
  action: Action,
  dialogIds: readonly number[],
): Moderation {
  return guarded(call, action, (transaction, forumId, seen) =>
    refuseChanged(transaction, forumId, { dialogIds, seen }),
  );
}

type Guard = (transaction: Executor, forumId: number, seen: Date) => Promise<void>;

function guarded(call: FormCall<ForumCall>, action: Action, refuse: Guard): Moderation {
  const seen = seenAt(call);
  const moderation = moderationOf(call, action);
  if (seen === undefined) return moderation;
  return {
    ...moderation,
    guard: async (transaction, { id }) => {
      try {
        await refuse(transaction, id, seen);
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
