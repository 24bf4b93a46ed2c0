import { type FormCall, pathId, type Undo } from '@guidepost/desk';
import { fill } from '@guidepost/i18n';
import { AppError } from '@guidepost/service-kit';
import type { Context } from '../../context.ts';
import { markSpam, type Spam } from '../../moderation/mark-spam.ts';
import { undoSpam } from '../../moderation/undo-spam.ts';
import { type ForumCall, type ForumPage, moderationOf } from '../forum-tenant.ts';
import { seenAt, seenModerationOf } from '../review.ts';

type Subject = Pick<Spam, 'dialogIds' | 'commentIds' | 'email'>;

/** The outcome of a button that marks spam. */
export interface SpamDone {
  undo: Undo | undefined;
  /** Titles of what has changed since the page was shown. */
  leftOut: readonly string[];
}

export type MarkSpam = (call: FormCall<ForumCall>, subject: Subject) => Promise<SpamDone>;

/** Deletes all posts of the authors of what a page shows, and blocks them. The function throws AppError `conflict`. */
export function createMarkSpam({ database, config }: Pick<Context, 'database' | 'config'>): MarkSpam {
  return async (call, subject) => {
    const { forum } = call.tenant;
    const sites = [forum.host, forum.guides].filter(Boolean).map((host) => `https://${host}`);
    const own = [config.PUBLIC_URL, ...sites, ...forum.allowed_origins];
    const moderation = seenModerationOf(call, 'spam', subject.dialogIds ?? []);
    const { id, leftOut } = await markSpam(database, moderation, { ...subject, own, seen: seenAt(call) });
    const undo = id === undefined ? undefined : { action: `${call.base}/spam/${id}/undo`, fields: {} };
    return { undo, leftOut };
  };
}

/** The sentence that names what was left out. */
export function sayLeftOut({ phrasing }: ForumCall, titles: readonly string[]): string {
  return fill(phrasing.words.leftOutSinceShown, { titles: titles.join(', ') });
}

/** Undoes what a spam button did. */
export function spamPages({ database }: Pick<Context, 'database'>): Record<string, ForumPage> {
  return {
    '/spam/:spam/undo': {
      roles: ['owner', 'editor'],
      async post(call) {
        const seeOther = `${call.base}/queue`;
        try {
          const left = await undoSpam(database, moderationOf(call, 'spam undo'), pathId(call.path, 'spam'));
          return { seeOther, notice: left ? 'noticeSpamUndoneInPart' : 'noticeSpamUndone' };
        } catch (error) {
          if (!(error instanceof AppError) || error.kind !== 'not-found') throw error;
          return { seeOther, notice: 'noticeUndoIsOver' };
        }
      },
    },
  };
}
