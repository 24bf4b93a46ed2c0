import { type Executor, sql } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import { queueChanged } from '../indexing/queue-dialogs.ts';
import type { Forum } from '../model/forum.ts';
import { idsOf } from '../model/listing.ts';
import { withdrawAccepted } from '../posts/accept-answer.ts';
import { recountComments } from '../posts/counters.ts';
import { removeComments } from '../posts/delete-posts.ts';
import { lockExistingDialogs, lockOwnComments } from '../posts/lock-posts.ts';
import { findMergedInto } from '../posts/read-dialog.ts';
import { deleteUnusedTags } from '../posts/tag-dialogs.ts';
import { lockOutPosts } from '../tenants/change-forum.ts';
import { type Moderation, moderate } from '../tenants/moderate.ts';
import type { MergedSource } from './merge-dialogs.ts';
import { moveBack } from './move-back.ts';
import type { DeletedEntry } from './restore-rows.ts';
import { takeBackText } from './take-back-text.ts';
import { restoreDialogEntries } from './undelete-dialogs.ts';

/** A merge that can be undone. */
export interface RecentMerge {
  id: number;
  done_by: string;
  undone_until: Date;
  /** Titles of the dialogs that became part of the other one. */
  titles: string[];
}

const list = sql`
  -- Merges into the dialog $2 that can be undone.
  select m.id, m.done_by, m.done_at + interval '10 minutes' as undone_until,
    array(
      select k.stored ->> 'title'
      from jsonb_array_elements(m.sources) s
      join deleted_posts p on p.forum_id = $1 and p.dialog_id = (s ->> 'id')::bigint and p.merged
      join deleted_rows k on k.forum_id = $1 and k.deleted_post_id = p.id and k.kind = 'dialogs'
      order by p.dialog_id
    ) as titles
  from merge_actions m
  where m.forum_id = $1 and m.done_at > now() - interval '10 minutes' and m.into_id = $2
  order by m.id desc
`;
const take = sql`
  delete from merge_actions m
  where m.forum_id = $1 and m.id = $2 and m.done_at > now() - interval '10 minutes'
  returning m.sources, m.done_at
`;
const lockEntry = sql`
  select p.id as entry, p.dialog_id as id, p.unmailed
  from deleted_posts p
  where p.forum_id = $1 and p.dialog_id = $2 and p.comment_id is null and p.merged
  for update
`;
const forgetLead = sql`
  delete from merged_dialogs m
  where m.forum_id = $1 and m.id = $2
`;
const untag = sql.file(new URL('../posts/sql/untag-dialog.sql', import.meta.url));
const findTags = sql`
  select t.folded_name
  from tags t
  where t.forum_id = $1 and t.id = any($2::bigint[])
`;
const giveBack = sql`
  -- Views, votes and waiting of the dialog $2 are no longer those of $3, which had waited since $4.
  update dialogs d
  set views = greatest(0, d.views - $5), earlier_votes = greatest(0, d.earlier_votes - $6),
    num_votes = greatest(0, d.earlier_votes - $6) + (
      select count(*) from votes v where v.forum_id = $1 and v.dialog_id = $3
    ),
    waiting_since = case
      when d.waiting_since = least($4::timestamptz, s.waiting_since) then $4::timestamptz else d.waiting_since
    end
  from dialogs s
  where d.forum_id = $1 and d.id = $3 and s.forum_id = $1 and s.id = $2
`;
const finish = sql`
  update dialogs d
  set num_votes = d.earlier_votes + (select count(*) from votes v where v.forum_id = $1 and v.dialog_id = $2),
    accepted_comment = (
      select c.id from comments c where c.forum_id = $1 and c.dialog_id = $2 and c.id = $3
    )
  where d.forum_id = $1 and d.id = $2
`;
const assign = sql`
  -- The person $4 of the account $5 has the dialog $2 again, and $3 no longer unless someone has assigned it since.
  with released as (
    delete from assignments a
    where a.forum_id = $1 and a.dialog_id = $3 and a.person_id = $4
  )
  insert into assignments (forum_id, dialog_id, tenant_id, person_id)
  select $1, $2, m.tenant_id, m.person_id
  from staff_memberships m
  where m.tenant_id = $5 and m.person_id = $4
  on conflict (forum_id, dialog_id) do nothing
`;

/** Merges into a dialog that can still be undone, the latest first. */
export function listRecentMerges(executor: Executor, forumId: number, into: number): Promise<RecentMerge[]> {
  return executor.any<RecentMerge>(list([forumId, into]));
}

const WHY_LEFT = {
  mergedInDeleted: 'The other dialog has been deleted. Restore it first.',
  mergedTextDeleted: 'The comment with the text of the dialog has been deleted. Restore it first.',
};

/** The dialogs that are back, and those that cannot come back. */
export interface Unmerged {
  restored: number[];
  left: number[];
}

/**
 * Takes back a merge of the last ten minutes: the dialogs are back with all that moved, also what was done to it since,
 * and what has been added to the other one stays there.
 * @throws AppError `not-found` when it was undone, or ten minutes have passed; `conflict` when the other dialog is
 * deleted, or the comment with the text
 */
export function undoMerge(database: Executor, moderation: Moderation, id: number): Promise<Unmerged> {
  return moderate(database, moderation, async (transaction, forum) => {
    // Someone may be voting, or posting the same again.
    await lockOutPosts(transaction, forum.id);
    const action = await transaction.oneOrNone<{ sources: MergedSource[]; done_at: Date }>(
      take([forum.id, id]),
    );
    if (!action) throw new AppError('not-found', 'This can no longer be undone.');
    const result: Unmerged = { restored: [], left: [] };
    const events = [];
    const reasons: (keyof typeof WHY_LEFT)[] = [];
    // The last one first: it may have been merged into one before it.
    for (const source of action.sources.toReversed()) {
      const from = await unmerge(transaction, forum, { source, mergedAt: action.done_at });
      (typeof from === 'string' ? result.left : result.restored).push(source.id);
      if (typeof from === 'string') reasons.push(from);
      else events.push({ dialog_id: source.id, details: { merged: from } });
    }
    const [reason] = events.length === 0 ? reasons : [];
    if (reason) throw new AppError('conflict', WHY_LEFT[reason], { reason });
    return { events, visible: true, result };
  });
}

/** @returns where the dialog has been, or why it cannot come back */
async function unmerge(
  transaction: Executor,
  forum: Forum,
  { source, mergedAt }: { source: MergedSource; mergedAt: Date },
): Promise<number | keyof typeof WHY_LEFT> {
  const { id: forumId } = forum;
  const from = await findMergedInto(transaction, forumId, source.id);
  if (from === undefined) return 'mergedInDeleted';
  const [present] = await lockExistingDialogs(transaction, forumId, [from]);
  const entry = await transaction.oneOrNone<DeletedEntry>(lockEntry([forumId, source.id]));
  if (!present || !entry) return 'mergedInDeleted';
  const comments = await lockOwnComments(transaction, forumId, { dialogId: from, ids: [source.comment] });
  if (comments.length === 0) return 'mergedTextDeleted';
  await takeBackText(transaction, forumId, { entry: entry.entry, comment: source.comment, mergedAt });
  await restoreDialogEntries(transaction, forumId, [entry]);
  await withdrawAccepted(transaction, forumId, { dialogIds: [from], commentIds: source.comments });
  await moveBack(transaction, forumId, { source, from });
  await transaction.none(forgetLead([forumId, source.id]));
  await removeComments(transaction, forumId, { comments, by: undefined });
  const { waitedSince, views, earlierVotes } = source;
  await transaction.none(giveBack([forumId, source.id, from, waitedSince, views, earlierVotes]));
  await transaction.none(finish([forumId, source.id, source.accepted]));
  await untagTarget(transaction, forumId, { from, tags: source.tags });
  if (source.assignee !== null)
    await transaction.none(assign([forumId, source.id, from, source.assignee, forum.account_id]));
  await recountComments(transaction, forumId, [source.id, from]);
  await queueChanged(transaction, forumId, [source.id, from]);
  return from;
}

/** Tags that came with the merge, unless someone has removed them since. */
async function untagTarget(
  transaction: Executor,
  forumId: number,
  { from, tags }: { from: number; tags: readonly number[] },
): Promise<void> {
  const names = await transaction.any<{ folded_name: string }>(findTags([forumId, tags]));
  const folded = names.map(({ folded_name }) => folded_name);
  const rows = await transaction.any<{ id: number; name: string }>(untag([forumId, from, folded]));
  await deleteUnusedTags(transaction, forumId, idsOf(rows));
}
