import { type Executor, preparedStatement } from '@guidepost/postgres';
import type { Deed } from '../audit/audit.ts';
import type { Forum } from '../forums/forum.ts';
import { queueChanged } from '../search/queue-dialogs.ts';
import { recountComments } from './counters.ts';
import { deleteIdlePosters, postersOfComments } from './idle-posters.ts';
import { lockDialogs, requireAll } from './lock-dialogs.ts';
import { divide, idsOf, type Moderation, moderate, type Outcome } from './moderate.ts';

/** A comment that nobody else can change until the end of the transaction, nor its dialog. */
interface LockedComment {
  id: number;
  dialog_id: number;
  held: boolean;
  is_org_reply: boolean;
}

const findDialogs = preparedStatement(new URL('./sql/dialogs-of-comments.sql', import.meta.url));
const lock = preparedStatement(new URL('./sql/lock-comments.sql', import.meta.url));
const release = preparedStatement(new URL('./sql/release-comments.sql', import.meta.url));
const remove = preparedStatement(new URL('./sql/delete-comments.sql', import.meta.url));
const removeAddresses = preparedStatement(new URL('./sql/delete-comment-addresses.sql', import.meta.url));
const markReply = preparedStatement(new URL('./sql/set-org-reply.sql', import.meta.url));

/**
 * Shows comments that wait for an editor.
 * @throws AppError `not-found`
 */
export function releaseComments(
  database: Executor,
  moderation: Moderation,
  ids: readonly number[],
): Promise<Outcome> {
  return moderate(database, moderation, async (transaction, forum) => {
    const locked = await lockComments(transaction, forum, ids);
    const { toChange, outcome } = divide(locked, ({ held }) => held);
    if (toChange.length > 0) {
      await transaction.none(release([forum.id, outcome.changed]));
      await tellDialogs(transaction, forum.id, toChange);
    }
    return { deeds: deedsOf(toChange), visible: toChange.length > 0, result: outcome };
  });
}

/**
 * Deletes comments with the reports of them, and people who have nothing else in the forum.
 * @throws AppError `not-found`
 */
export function deleteComments(
  database: Executor,
  moderation: Moderation,
  ids: readonly number[],
): Promise<number[]> {
  return moderate(database, moderation, async (transaction, forum) => {
    const comments = await lockComments(transaction, forum, ids);
    const posters = await postersOfComments(transaction, forum.id, idsOf(comments));
    await transaction.none(removeAddresses([forum.id, dialogIdsOf(comments), idsOf(comments)]));
    await transaction.none(remove([forum.id, idsOf(comments)]));
    await deleteIdlePosters(transaction, forum.id, posters);
    const shown = comments.filter(({ held }) => !held);
    await tellDialogs(transaction, forum.id, shown);
    return { deeds: deedsOf(comments), visible: shown.length > 0, result: idsOf(comments) };
  });
}

/**
 * Says of comments whether they are answers of the organization.
 * @throws AppError `not-found`
 */
export function setOrgReply(
  database: Executor,
  moderation: Moderation,
  { ids, isOrgReply }: { ids: readonly number[]; isOrgReply: boolean },
): Promise<Outcome> {
  return moderate(database, moderation, async (transaction, forum) => {
    const locked = await lockComments(transaction, forum, ids);
    const { toChange, outcome } = divide(locked, ({ is_org_reply }) => is_org_reply !== isOrgReply);
    await transaction.none(markReply([forum.id, outcome.changed, isOrgReply]));
    const details = { is_org_reply: isOrgReply };
    return { deeds: deedsOf(toChange, details), visible: toChange.length > 0, result: outcome };
  });
}

/** Locks comments behind their dialogs, as whoever posts does. */
async function lockComments(
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

/** Sets right what dialogs say of their comments, and has search hear of it. */
async function tellDialogs(
  transaction: Executor,
  forumId: number,
  comments: readonly LockedComment[],
): Promise<void> {
  const dialogIds = dialogIdsOf(comments);
  await recountComments(transaction, forumId, dialogIds);
  await queueChanged(transaction, forumId, dialogIds);
}

function dialogIdsOf(comments: readonly LockedComment[]): number[] {
  return [...new Set(comments.map(({ dialog_id }) => dialog_id))];
}

function deedsOf(comments: readonly LockedComment[], details?: Deed['details']): Deed[] {
  return comments.map(({ id, dialog_id }) => ({ dialog_id, comment_id: id, ...(details && { details }) }));
}
