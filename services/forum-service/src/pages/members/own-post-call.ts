import { parseId } from '@guidepost/http';
import { noSuchPage, type Page } from '@guidepost/pages';
import { AppError } from '@guidepost/service-kit';
import type { Context } from '../../context.ts';
import { isHeld, type OwnChange, type PostPlace } from '../../posts/own-post.ts';
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

export type MemberCallOnPost = Pick<MemberCall, 'site' | 'member' | 'path'> &
  Partial<Pick<MemberCall, 'origin'>>;

export function ownChangeOf(call: MemberCallOnPost): OwnChange {
  const { site, member, origin } = call;
  return { forum: site.forum, member, origin, place: placeOf(call) };
}

/** Where a member gets back to: the page that shows a post, or their own posts while it waits for review. */
export function placeBehind(site: Site, place: PostPlace, { held }: { held: boolean }): string {
  return held ? ownPosts(site) : pageOfPost(site, place);
}

function ownPosts({ base }: Pick<Site, 'base'>): string {
  return `${base}/me`;
}

/** The same for a post that has not been read. */
export async function pageAfter(database: Context['database'], call: MemberCallOnPost): Promise<string> {
  const own = ownChangeOf(call);
  return placeBehind(call.site, own.place, { held: await isHeld(database, own) });
}

interface Refused {
  heading: string;
  /** The address of `placeBehind`. */
  back: string;
}

/** Why a member cannot change a post, as a page that leads back. @throws every other error again */
export function refusalPage(error: unknown, site: Site, { heading, back }: Refused): Page {
  const { words } = site.phrasing;
  const kind = error instanceof AppError ? error.kind : 'internal';
  const reasons: Readonly<Record<string, string>> = {
    'precondition-failed': words.members.tooLate,
    conflict: words.members.hasAnswers,
    forbidden: words.members.cannotChange,
  };
  const info = reasons[kind];
  if (info === undefined) throw error;
  const text = back === ownPosts(site) ? words.members.myPosts : words.backToDialog;
  return {
    status: kind === 'conflict' ? 409 : 403,
    template: 'members/notice',
    head: { title: heading, indexed: false },
    content: { heading, info, next: { address: back, text } },
  };
}
