import { type Executor, sql } from '@guidepost/postgres';
import { queueChanged } from '../indexing/queue-dialogs.ts';
import { idsOf } from '../model/listing.ts';
import { type CountedDialog, countDialogs, recountComments } from '../posts/counters.ts';
import { forgetDeletedPosts } from '../posts/deleted-posts.ts';
import { lockExistingDialogs } from '../posts/lock-posts.ts';
import { noteAnswers } from '../posts/news-for-followers.ts';
import { lockOutPosts } from '../tenants/change-forum.ts';
import { type Moderation, moderate, type Outcome, requireAll } from '../tenants/moderate.ts';
import { type DeletedEntry, restoreRowsOfDialog } from './restore-rows.ts';

const lock = sql`
  -- Those of the dialogs $2 that have been deleted and can be restored.
  select p.id as entry, p.dialog_id as id, p.unmailed
  from deleted_posts p
  where p.forum_id = $1 and p.dialog_id = any($2::bigint[]) and p.comment_id is null and not p.merged
  order by p.id
  for update
`;
const freeHashes = sql`
  -- A deleted dialog that has been posted again comes back as a duplicate, as in imports.
  update deleted_rows k
  set stored = k.stored || '{"content_hash": null}'
  where k.forum_id = $1 and k.deleted_post_id = $2 and k.kind = 'dialogs'
    and exists (
      select from dialogs d where d.forum_id = $1 and d.content_hash = (k.stored ->> 'content_hash')::bytea
    )
`;
const finish = sql`
  -- Votes and the accepted comment of a restored dialog, $2 the deleted post. People who were erased meanwhile are
  -- missing.
  update dialogs d
  set num_votes = d.earlier_votes + (select count(*) from votes v where v.forum_id = $1 and v.dialog_id = d.id),
    accepted_comment = (
      select c.id
      from comments c
      where c.forum_id = $1 and c.dialog_id = d.id and c.id = (k.stored ->> 'accepted_comment')::bigint
    )
  from deleted_rows k
  where k.forum_id = $1 and k.deleted_post_id = $2 and k.kind = 'dialogs'
    and d.forum_id = $1 and d.id = (k.stored ->> 'id')::bigint
  returning d.id, d.topic, d.archived
`;

/**
 * Restores deleted dialogs as they were, with their comments, votes, reports, tags and addresses. What was erased
 * meanwhile stays erased.
 * @returns as unchanged those that have not been deleted
 * @throws AppError `not-found` for those that never were, or have been deleted permanently
 */
export function undeleteDialogs(
  database: Executor,
  moderation: Moderation,
  ids: readonly number[],
  { skipsMissing = false }: { skipsMissing?: boolean } = {},
): Promise<Outcome> {
  return moderate(database, moderation, async (transaction, forum) => {
    // Someone may be posting the same again.
    await lockOutPosts(transaction, forum.id);
    const entries = await transaction.any<DeletedEntry>(lock([forum.id, ids]));
    const present = await lockExistingDialogs(transaction, forum.id, ids);
    if (!skipsMissing) requireAll(ids, [...entries, ...present], { slug: forum.slug, noun: 'dialog' });
    if (entries.length > 0) await restoreDialogEntries(transaction, forum.id, entries);
    const events = entries.map(({ id }) => ({ dialog_id: id }));
    const result = { changed: idsOf(entries), unchanged: idsOf(present) };
    return { events, visible: events.length > 0, result };
  });
}

/** Restores deleted dialogs whose entries are locked. */
export async function restoreDialogEntries(
  transaction: Executor,
  forumId: number,
  entries: readonly DeletedEntry[],
): Promise<void> {
  const deleted = entries.map(({ entry }) => entry);
  const dialogs: CountedDialog[] = [];
  for (const entry of deleted) {
    await transaction.none(freeHashes([forumId, entry]));
    await restoreRowsOfDialog(transaction, forumId, entry);
    dialogs.push(await transaction.one<CountedDialog>(finish([forumId, entry])));
  }
  const ids = idsOf(entries);
  await forgetDeletedPosts(transaction, forumId, deleted);
  await recountComments(transaction, forumId, ids);
  await noteAnswers(
    transaction,
    forumId,
    entries.flatMap(({ unmailed }) => unmailed),
  );
  await queueChanged(transaction, forumId, ids);
  await countDialogs(transaction, forumId, dialogs);
}
