import type { IncomingMessage } from 'node:http';
import { type Cookie, createCookie } from '@guidepost/http';

/** All names of cookies of members begin with it. */
const PREFIX = 'guidepost-member-';

/** The cookie of a session. Each forum has its own, since an address is proven to one forum. */
export function sessionCookie(publicUrl: string, forumId: number): Cookie {
  return createCookie(publicUrl, `${PREFIX}${forumId}`);
}

/** The cookie that keeps the token of a link between following it and pressing the button. */
export function linkCookie(publicUrl: string, forumId: number): Cookie {
  return createCookie(publicUrl, `${PREFIX}link-${forumId}`);
}

/** The cookie that keeps where someone wants to go on after signing in. */
export function nextCookie(publicUrl: string, forumId: number): Cookie {
  return createCookie(publicUrl, `guidepost-next-${forumId}`);
}

/** Whether a request for a page of a forum may come from a person who is signed in. */
export function mayBeMember({ url = '', headers }: Pick<IncomingMessage, 'url' | 'headers'>): boolean {
  return headers.cookie?.includes(PREFIX) === true && !url.startsWith('/api/');
}
