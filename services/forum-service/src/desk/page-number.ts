import type { ForumCall } from './forum-tenant.ts';

/** Which page of a list is asked for; anything else is the first. */
export function pageNumberOf({ query }: Pick<ForumCall, 'query'>): number {
  const typed = query.first('page') ?? '';
  return /^[1-9]\d{0,5}$/.test(typed) ? Number(typed) : 1;
}
