import { type Executor, sql } from '@guidepost/postgres';
import { queueChanged } from '../indexing/queue-dialogs.ts';
import type { Forum } from '../model/forum.ts';
import { idsOf } from '../model/ids-of.ts';
import type { AuditEvent } from '../tenants/audit.ts';
import { requireAll } from '../tenants/moderate.ts';
import { recountComments } from './counters.ts';
import { lockDialogs } from './lock-dialogs.ts';

export interface CommentPlace {
  id: number;
  dialog_id: number;
}

/** A comment that is locked, with its dialog, until the end of the transaction. */
export interface LockedComment extends CommentPlace {
  held: boolean;
  is_org_reply: boolean;
}

const findDialogs = sql`
  select distinct c.dialog_id as id
  from comments c
  where c.forum_id = $1 and c.id = any($2::bigint[])
  order by c.dialog_id
`;
const lock = sql`
  select c.id, c.dialog_id, c.held, c.is_org_reply
  from comments c
  where c.forum_id = $1 and c.id = any($2::bigint[])
  order by c.id
  for update
`;

/** Locks comments after their dialogs, in the order of posts. */
export async function lockComments(
  transaction: Executor,
  forum: Pick<Forum, 'id' | 'slug'>,
  ids: readonly number[],
): Promise<LockedComment[]> {
  const dialogs = await transaction.any<{ id: number }>(findDialogs([forum.id, ids]));
  await lockDialogs(transaction, forum, idsOf(dialogs));
  const locked = await transaction.any<LockedComment>(lock([forum.id, ids]));
  requireAll(ids, locked, { slug: forum.slug, noun: 'comment' });
  return locked;
}

/** Recounts the comments of dialogs and queues them for search. */
export async function refreshDialogs(
  transaction: Executor,
  forumId: number,
  comments: readonly CommentPlace[],
): Promise<void> {
  const dialogIds = dialogIdsOf(comments);
  await recountComments(transaction, forumId, dialogIds);
  await queueChanged(transaction, forumId, dialogIds);
}

export function dialogIdsOf(comments: readonly Pick<CommentPlace, 'dialog_id'>[]): number[] {
  return [...new Set(comments.map(({ dialog_id }) => dialog_id))];
}

export function eventsOf(comments: readonly CommentPlace[], details?: AuditEvent['details']): AuditEvent[] {
  return comments.map(({ id, dialog_id }) => ({ dialog_id, comment_id: id, ...(details && { details }) }));
}
