import { parseId } from '@guidepost/http';
import { noSuchPage, type Page } from '@guidepost/pages';
import { AppError } from '@guidepost/service-kit';
import type { OwnChange, PostPlace } from '../../own-posts/own-post.ts';
import { describeMistake } from '../../posting/messages.ts';
import type { MemberCall, PageCall } from '../page.ts';
import type { Site } from '../site.ts';

/** The dialog, or the comment in it, that a path names. @throws AppError `not-found` */
export function placeOf({ path }: Pick<PageCall, 'path'>): PostPlace {
  const dialogId = parseId(path.id);
  const commentId = path.comment === undefined ? undefined : parseId(path.comment);
  if (dialogId === undefined || (path.comment !== undefined && commentId === undefined)) throw noSuchPage();
  return { dialogId, commentId };
}

/** The page that shows a post. */
export function pageOfPost({ paths }: Pick<Site, 'paths'>, { dialogId, commentId }: PostPlace): string {
  return commentId === undefined ? paths.dialogPage(dialogId) : paths.commentPage(dialogId, commentId);
}

export function ownChangeOf(
  call: Pick<MemberCall, 'site' | 'member' | 'path'> & Partial<Pick<MemberCall, 'origin'>>,
): OwnChange {
  const { site, member, origin } = call;
  return { forum: site.forum, member, origin, place: placeOf(call) };
}

/** Why a member cannot change a post, as a page. @throws every other error again */
export function refusalPage(error: unknown, site: Site, place: PostPlace): Page {
  const { words } = site.phrasing;
  const kind = error instanceof AppError ? error.kind : 'internal';
  const reasons: Readonly<Record<string, string>> = {
    'precondition-failed': words.members.tooLate,
    conflict: words.members.hasAnswers,
    forbidden: describeMistake({ message: 'refused' }, site.forum.language),
  };
  const reason = reasons[kind];
  if (reason === undefined) throw error;
  return {
    status: kind === 'conflict' ? 409 : 403,
    template: 'members/notice',
    head: { title: words.notSent, indexed: false },
    content: {
      heading: words.notSent,
      info: reason,
      next: { address: pageOfPost(site, place), text: words.backToDialog },
    },
  };
}
