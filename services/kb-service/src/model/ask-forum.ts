import type { ByTenant } from '@guidepost/service-kit';

/** The address that asks a forum; undefined for a knowledge base without one. */
export type AskForum = (knowledgeBase: { host: string }, title: string) => string | undefined;

/** Characters that a forum takes. */
const LONGEST_TITLE = 200;

/** @param forums addresses of forums by host, as in `FORUM_URL` */
export function createAskForum(forums: ByTenant): AskForum {
  return ({ host }, title) => {
    const forum = forums.get(host) ?? forums.get('');
    if (forum === undefined) return undefined;
    const begun = Array.from(title.toWellFormed()).slice(0, LONGEST_TITLE).join('');
    return `${forum}/ask?title=${encodeURIComponent(begun)}`;
  };
}
