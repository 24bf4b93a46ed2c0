import type { ByTenant } from '@guidepost/service-kit';
import type { KnowledgeBase } from './knowledge-base.ts';

/** The address that asks a forum; undefined for a knowledge base without one. */
export type AskForum = (
  knowledgeBase: Pick<KnowledgeBase, 'host' | 'forum_url'>,
  title: string,
) => string | undefined;

/** Characters that a forum takes. */
const LONGEST_TITLE = 200;

/** @param forums addresses by host, as in `FORUM_URL`, which come before a forum that was chosen at the desk */
export function createAskForum(forums: ByTenant): AskForum {
  return ({ host, forum_url }, title) => {
    const forum = forums.get(host) ?? forum_url ?? forums.get('');
    if (forum === undefined) return undefined;
    const begun = Array.from(title.toWellFormed()).slice(0, LONGEST_TITLE).join('');
    return `${forum}/ask?title=${encodeURIComponent(begun)}`;
  };
}
