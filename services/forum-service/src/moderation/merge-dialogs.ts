import { type Executor, sql } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import { queueChanged } from '../indexing/queue-dialogs.ts';
import { createAddresses } from '../model/addresses.ts';
import type { Forum } from '../model/forum.ts';
import { deleteBusyPosters, deleteIdlePosters, postersOfDialogs } from '../people/posters.ts';
import { countTags, recountComments, uncountDialogs } from '../posts/counters.ts';
import { isLonger, LIMITS } from '../posts/field-kinds.ts';
import { type LockedDialog, lockExistingDialogs } from '../posts/lock-posts.ts';
import { findMergedInto } from '../posts/read-dialog.ts';
import { deleteUnusedTags } from '../posts/tag-dialogs.ts';
import { escapeMarkdown } from '../rendering/escape.ts';
import { renderPost } from '../rendering/render-posts.ts';
import { lockOutPosts } from '../tenants/change-forum.ts';
import { type Moderation, moderate } from '../tenants/moderate.ts';
import { becomeComment, type MergedText, moveReplies } from './move-replies.ts';

const addTags = sql`
  -- Adds the tags of the dialog $2, which are locked, to $3, which has at most $4 afterwards.
  with new_tag as (
    select t.id
    from dialog_tags x
    join tags t on t.forum_id = x.forum_id and t.id = x.tag_id
    where x.forum_id = $1 and x.dialog_id = $2
      and not exists (select from dialog_tags y where y.forum_id = $1 and y.dialog_id = $3 and y.tag_id = x.tag_id)
    order by t.name, t.id
    limit greatest(0, $4 - (select count(*) from dialog_tags y where y.forum_id = $1 and y.dialog_id = $3))
  ),
  tagged as (
    insert into dialog_tags (forum_id, dialog_id, tag_id, archived, pub_date)
    select d.forum_id, d.id, n.id, d.archived, d.pub_date
    from new_tag n
    join dialogs d on d.forum_id = $1 and d.id = $3
    returning tag_id, archived
  )
  update tags t
  set dialogs = t.dialogs + 1
  from tagged x
  where t.forum_id = $1 and t.id = x.tag_id and not x.archived
`;

const removeTags = sql`
  delete from dialog_tags x
  where x.forum_id = $1 and x.dialog_id = $2
`;

export interface Merge {
  /** The dialog that becomes part of the other one. */
  id: number;
  into: number;
  /** The start of all URLs of the service. */
  publicUrl: string;
}

export interface Merged {
  /** The dialog that has everything now. */
  dialog_id: number;
  /** The comment with the text of the other one. */
  comment_id: number;
}

const read = sql`
  select d.title, d.text, d.markdown, d.metadata
  from dialogs d
  where d.forum_id = $1 and d.id = $2
`;
const take = sql`
  -- Views and earlier votes are added, votes counted again. What waits for editors in the dialog $2 waits in $3.
  update dialogs d
  set views = d.views + s.views,
    earlier_votes = d.earlier_votes + s.earlier_votes,
    num_votes = d.earlier_votes + s.earlier_votes + (
      select count(*) from votes v where v.forum_id = $1 and v.dialog_id = $3
    ),
    waiting_since = least(d.waiting_since, s.waiting_since)
  from dialogs s
  where d.forum_id = $1 and d.id = $3 and s.forum_id = $1 and s.id = $2
`;
const lead = sql`
  -- The addresses of the dialog $2, also those from elsewhere, and of those that were merged into it, lead to $3.
  with moved as (
    update merged_dialogs m
    set dialog_id = $3
    where m.forum_id = $1 and m.dialog_id = $2
  ),
  old as (
    update addresses a
    set dialog_id = $3
    where a.forum_id = $1 and a.dialog_id = $2
  )
  insert into merged_dialogs (forum_id, id, dialog_id, external)
  select d.forum_id, d.id, $3, d.external
  from dialogs d
  where d.forum_id = $1 and d.id = $2
  on conflict (forum_id, id) do update
  set dialog_id = excluded.dialog_id, external = excluded.external, merged_at = now()
`;
const remove = sql`
  delete from dialogs d
  where d.forum_id = $1 and d.id = $2
`;

/**
 * Merges a dialog into another one: its text becomes a comment there, its comments, votes, reports and tags move, and
 * its addresses lead to the other one.
 * @throws AppError `conflict` when one of them has been merged already, or the target waits for review; `invalid` for a
 * dialog and itself; `not-found`, `forbidden`
 */
export async function mergeDialogs(
  database: Executor,
  moderation: Moderation,
  { id, into, publicUrl }: Merge,
): Promise<Merged> {
  if (id === into) throw new AppError('invalid', 'A dialog cannot be merged into itself.');
  const { forumId, busy, ...merged } = await moderate(database, moderation, async (transaction, forum) => {
    // A person may be voting for both right now.
    await lockOutPosts(transaction, forum.id);
    const source = await lockBoth(transaction, forum, { id, into });
    const posters = await postersOfDialogs(transaction, forum.id, [id]);
    const text = await transaction.one<MergedText>(read([forum.id, id]));
    const comment_id = await becomeComment(transaction, forum.id, {
      ...text,
      id,
      into,
      ...(await renderAsComment(transaction, forum, { ...text, publicUrl })),
      editor: moderation.actor.name,
    });
    await moveReplies(transaction, forum.id, { id, into, comment_id });
    await transaction.none(take([forum.id, id, into]));
    await transaction.none(lead([forum.id, id, into]));
    await moveTags(transaction, forum.id, { id, into });
    await transaction.none(remove([forum.id, id]));
    await recountComments(transaction, forum.id, [into]);
    const stillBusy = await deleteIdlePosters(transaction, forum.id, posters);
    await queueChanged(transaction, forum.id, [id, into]);
    await uncountDialogs(transaction, forum.id, [source]);
    const result = { dialog_id: into, comment_id, forumId: forum.id, busy: stillBusy };
    return { events: [{ dialog_id: into, comment_id, details: { merged: id } }], visible: true, result };
  });
  await deleteBusyPosters(database, forumId, busy);
  return merged;
}

async function lockBoth(
  transaction: Executor,
  { id: forumId, slug }: Forum,
  { id, into }: Pick<Merge, 'id' | 'into'>,
): Promise<LockedDialog> {
  const locked = new Map(
    (await lockExistingDialogs(transaction, forumId, [id, into])).map((dialog) => [dialog.id, dialog]),
  );
  for (const missing of [id, into]) {
    if (locked.has(missing)) continue;
    const target = await findMergedInto(transaction, forumId, missing);
    if (target === undefined) throw new AppError('not-found', `${slug} has no dialog ${missing}.`);
    throw new AppError('conflict', `Dialog ${missing} has already been merged into dialog ${target}.`);
  }
  if (locked.get(into)?.held) {
    throw new AppError('conflict', `Dialog ${into} is waiting for review. Publish it first.`);
  }
  return locked.get(id) as LockedDialog;
}

/** The title is part of the comment, unless both together are too long for one. */
async function renderAsComment(
  transaction: Executor,
  forum: Forum,
  { title, text, markdown, publicUrl }: MergedText & Pick<Merge, 'publicUrl'>,
): Promise<{ comment: string; html: string }> {
  const whole = `${markdown ? escapeMarkdown(title) : title}\n\n${text}`;
  const comment = isLonger(whole, LIMITS.text) ? text : whole;
  const place = { forumId: forum.id, addresses: createAddresses(publicUrl, forum) };
  return { comment, html: await renderPost(transaction, place, { text: comment, markdown }) };
}

/** Adds the tags of a dialog to another one as far as there is room, by name. */
async function moveTags(
  transaction: Executor,
  forumId: number,
  { id, into }: { id: number; into: number },
): Promise<void> {
  const tags = await countTags(transaction, { forumId, dialogIds: [id], shown: false });
  await transaction.none(addTags([forumId, id, into, LIMITS.tags]));
  await transaction.none(removeTags([forumId, id]));
  await deleteUnusedTags(transaction, forumId, tags);
}
