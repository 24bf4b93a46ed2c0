import type { Representation } from '@guidepost/http';
import { leadTo, noSuchPage, type Page, type PageAnswer } from '@guidepost/pages';
import { AppError, parseId } from '@guidepost/service-kit';
import type { Context } from '../../context.ts';
import type { Forum } from '../../model/forum.ts';
import type { MemberSession } from '../../people/sessions.ts';
import type { StaffNames } from '../../people/staff-names.ts';
import { isHeld, type OwnChange, type PostPlace } from '../../posts/own-posts.ts';
import { AUTHOR_NAME } from '../../posts/post-fields.ts';
import { describeMistake } from '../../posts/validate-fields.ts';
import type { MemberCall, PageCall } from '../page-kind.ts';
import { PERSONAL_CACHING } from '../represent-page.ts';
import type { Site } from '../site.ts';

/** A page for people who are signed in; others are led to the page that signs in. */
export function forMember(
  read: (call: PageCall & { member: MemberSession }) => Promise<PageAnswer>,
): (call: PageCall) => Promise<PageAnswer> {
  return async (call) => {
    const { member, base } = call.site;
    return member ? read({ ...call, member }) : leadTo(303, `${base}/sign-in`);
  };
}

/** @param cookie a `Set-Cookie` header */
export function leadWithCookie(path: string, cookie: string): Representation {
  const answer = leadTo(303, path);
  return { ...answer, headers: { ...answer.headers, ...PERSONAL_CACHING, 'Set-Cookie': cookie } };
}

/** A name that a member wants to have. */
export async function readName(
  staffNames: StaffNames,
  forum: Forum,
  { typed, email }: { typed: string; email: string },
): Promise<{ value: string } | { messages: string[] }> {
  const reading = AUTHOR_NAME.read(typed, forum);
  if ('mistakes' in reading)
    return { messages: reading.mistakes.map((mistake) => describeMistake(mistake, forum.language)) };
  if (!(await staffNames.isTaken(forum, reading.value, email))) return reading;
  return { messages: [describeMistake({ message: 'name-taken' }, forum.language)] };
}

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
  /** A text that is not stored, to copy from. */
  typed?: string;
}

/** Why a member cannot change a post, as a page that leads back. @throws every other error again */
export function refusalPage(error: unknown, site: Site, { heading, back, typed }: Refused): Page {
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
    content: { heading, info, typed, next: { address: back, text } },
  };
}
