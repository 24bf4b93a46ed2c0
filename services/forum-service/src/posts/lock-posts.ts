import { type Executor, sql } from '@guidepost/postgres';
import { queueChanged } from '../indexing/queue-dialogs.ts';
import type { Forum } from '../model/forum.ts';
import { idsOf } from '../model/listing.ts';
import type { AuditEvent } from '../tenants/audit.ts';
import { requireAll } from '../tenants/moderate.ts';
import { type CountedDialog, recountComments } from './counters.ts';

/** A dialog that is locked until the end of the transaction. */
export interface LockedDialog extends CountedDialog {
  id: number;
  held: boolean;
}

const lockDialogRows = sql`
  -- In order of id, as views are written. As strong as deleting or changing tags needs, so that no lock is upgraded
  -- later; posts already under way finish first.
  select d.id, d.topic, d.archived, d.held
  from dialogs d
  where d.forum_id = $1 and d.id = any($2::bigint[])
  order by d.id
  for update
`;

/** Locks dialogs; posts to them wait briefly. @throws AppError `not-found` when one of them does not exist */
export async function lockDialogs(
  transaction: Executor,
  { id: forumId, slug }: Pick<Forum, 'id' | 'slug'>,
  ids: readonly number[],
): Promise<LockedDialog[]> {
  const locked = await lockExistingDialogs(transaction, forumId, ids);
  requireAll(ids, locked, { slug, noun: 'dialog' });
  return locked;
}

/** Dialogs that someone chose from a list, where some may be deleted by now. */
export interface ChosenDialogs {
  ids: readonly number[];
  /** Without it, one that does not exist is an error. */
  skipsMissing?: boolean | undefined;
}

/** @throws AppError `not-found` as {@link lockDialogs}, unless missing ones are skipped */
export function lockChosenDialogs(
  transaction: Executor,
  forum: Pick<Forum, 'id' | 'slug'>,
  { ids, skipsMissing = false }: ChosenDialogs,
): Promise<LockedDialog[]> {
  return skipsMissing
    ? lockExistingDialogs(transaction, forum.id, ids)
    : lockDialogs(transaction, forum, ids);
}

export function lockExistingDialogs(
  transaction: Executor,
  forumId: number,
  ids: readonly number[],
): Promise<LockedDialog[]> {
  return transaction.any<LockedDialog>(lockDialogRows([forumId, ids]));
}

interface CommentPlace {
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
const lockCommentRows = sql`
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
  const locked = await transaction.any<LockedComment>(lockCommentRows([forum.id, ids]));
  requireAll(ids, locked, { slug: forum.slug, noun: 'comment' });
  return locked;
}

/** Locks those of the comments that a locked dialog has. */
export async function lockOwnComments(
  transaction: Executor,
  forumId: number,
  { dialogId, ids }: { dialogId: number; ids: readonly number[] },
): Promise<LockedComment[]> {
  const locked = await transaction.any<LockedComment>(lockCommentRows([forumId, ids]));
  return locked.filter(({ dialog_id }) => dialog_id === dialogId);
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
