import { type Executor, sql } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import { queueChanged } from '../indexing/queue-dialogs.ts';
import { createAddresses } from '../model/addresses.ts';
import type { Forum } from '../model/forum.ts';
import { deleteBusyPosters, deleteIdlePosters, postersOfDialogs } from '../people/posters.ts';
import { countTags, recountComments, uncountDialogs } from '../posts/counters.ts';
import { keepDeleted } from '../posts/deleted-posts.ts';
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

const moveAssignment = sql`
  update assignments a
  set dialog_id = $3
  where a.forum_id = $1 and a.dialog_id = $2
    and not exists (select from assignments o where o.forum_id = $1 and o.dialog_id = $3)
`;
const plan = sql.file(new URL('./sql/plan-merge.sql', import.meta.url));
const record = sql`
  -- With the records $4 of the dialogs that became part of $3.
  insert into merge_actions (forum_id, done_by, into_id, sources)
  values ($1, $2, $3, $4::jsonb)
  returning id
`;

/** The numbers of what moved from a dialog when it became part of another one. */
export interface MergedSource {
  id: number;
  /** The comment with its text. */
  comment: number;
  /** The comment that its author had accepted. */
  accepted: number | null;
  views: number;
  earlierVotes: number;
  /** Since when the other one had waited for editors. */
  waitedSince: string | null;
  comments: number[];
  notes: number[];
  followers: number[];
  /** Posters of votes. */
  voters: number[];
  /** Network addresses of comments, votes and reports. */
  senders: number[];
  /** Network addresses of the dialog itself. */
  ownSenders: number[];
  /** Old addresses. */
  addresses: number[];
  /** Dialogs that had become part of it. */
  merged: number[];
  tags: number[];
  /** Null if the other one had an assignee, or it had none. */
  assignee: number | null;
}

export interface Merge {
  /** The dialogs that become part of the other one. */
  ids: readonly number[];
  into: number;
  /** The start of all URLs of the service. */
  publicUrl: string;
}

export interface Merged {
  /** The dialog that has everything now. */
  dialog_id: number;
  /** The comments with the texts of the others. */
  comment_ids: number[];
  /** The number of the action, to undo it. */
  action: number;
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
const removeDialog = sql`
  delete from dialogs d
  where d.forum_id = $1 and d.id = $2
`;

/**
 * Merges dialogs into another one: their texts become comments there, their comments, votes, reports and tags move, and
 * their addresses lead to the other one. For ten minutes that can be undone.
 * @throws AppError `conflict` when one of them has been merged already, or the target waits for review; `invalid` for a
 * dialog and itself; `not-found`, `forbidden`
 */
export async function mergeDialogs(
  database: Executor,
  moderation: Moderation,
  { ids, into, publicUrl }: Merge,
): Promise<Merged> {
  if (ids.includes(into)) throw new AppError('invalid', 'A dialog cannot be merged into itself.');
  const { forumId, busy, ...merged } = await moderate(database, moderation, async (transaction, forum) => {
    // A person may be voting for both right now.
    await lockOutPosts(transaction, forum.id);
    const locked = await lockAll(transaction, forum, { ids, into });
    const posters = await postersOfDialogs(transaction, forum.id, ids);
    const sources: MergedSource[] = [];
    const editor = moderation.actor.name;
    for (const id of ids) sources.push(await mergeOne(transaction, forum, { id, into, publicUrl, editor }));
    await recountComments(transaction, forum.id, [into]);
    const stillBusy = await deleteIdlePosters(transaction, forum.id, posters);
    await queueChanged(transaction, forum.id, [...ids, into]);
    await uncountDialogs(transaction, forum.id, locked);
    const action = await transaction.one<{ id: number }>(
      record([forum.id, editor, into, JSON.stringify(sources)]),
    );
    const comment_ids = sources.map(({ comment }) => comment);
    const result = { dialog_id: into, comment_ids, action: action.id, forumId: forum.id, busy: stillBusy };
    const events = sources.map(({ id, comment }) => ({
      dialog_id: into,
      comment_id: comment,
      details: { merged: id },
    }));
    return { events, visible: true, result };
  });
  await deleteBusyPosters(database, forumId, busy);
  return merged;
}

interface OneMerge {
  id: number;
  into: number;
  publicUrl: string;
  editor: string;
}

/** Moves everything from one dialog to another, both locked, and keeps what is deleted. */
async function mergeOne(
  transaction: Executor,
  forum: Forum,
  { id, into, publicUrl, editor }: OneMerge,
): Promise<MergedSource> {
  const text = await transaction.one<MergedText>(read([forum.id, id]));
  const { plan: moved } = await transaction.one<{ plan: Omit<MergedSource, 'comment'> }>(
    plan([forum.id, id, into]),
  );
  const comment = await becomeComment(transaction, forum.id, {
    ...text,
    id,
    into,
    ...(await renderAsComment(transaction, forum, { ...text, publicUrl })),
    editor,
  });
  const remove = async () => {
    await moveReplies(transaction, forum.id, { id, into, comment_id: comment });
    await transaction.none(take([forum.id, id, into]));
    await transaction.none(lead([forum.id, id, into]));
    await transaction.none(moveAssignment([forum.id, id, into]));
    await moveTags(transaction, forum.id, { id, into });
    await transaction.none(removeDialog([forum.id, id]));
    return [];
  };
  const places = [{ dialog_id: id, comment_id: null }];
  await keepDeleted(transaction, forum.id, { places, by: editor, merged: true, remove });
  return { ...moved, comment };
}

/** @returns the dialogs that are to become part of the other one */
async function lockAll(
  transaction: Executor,
  { id: forumId, slug }: Forum,
  { ids, into }: Pick<Merge, 'ids' | 'into'>,
): Promise<LockedDialog[]> {
  const locked = new Map(
    (await lockExistingDialogs(transaction, forumId, [...ids, into])).map((dialog) => [dialog.id, dialog]),
  );
  for (const missing of [...ids, into]) {
    if (locked.has(missing)) continue;
    const target = await findMergedInto(transaction, forumId, missing);
    if (target === undefined) throw new AppError('not-found', `${slug} has no dialog ${missing}.`);
    throw new AppError('conflict', `Dialog ${missing} has already been merged into dialog ${target}.`);
  }
  if (locked.get(into)?.held) {
    throw new AppError('conflict', `Dialog ${into} is waiting for review. Publish it first.`);
  }
  return [...locked.values()].filter(({ id }) => id !== into);
}

/** The title is part of the comment, unless both together are too long for one. */
export function mergedText({
  title,
  text,
  markdown,
}: Pick<MergedText, 'title' | 'text' | 'markdown'>): string {
  const whole = `${markdown ? escapeMarkdown(title) : title}\n\n${text}`;
  return isLonger(whole, LIMITS.text) ? text : whole;
}

async function renderAsComment(
  transaction: Executor,
  forum: Forum,
  { publicUrl, ...merged }: MergedText & { publicUrl: string },
): Promise<{ comment: string; html: string }> {
  const comment = mergedText(merged);
  const place = { forumId: forum.id, addresses: createAddresses(publicUrl, forum) };
  return {
    comment,
    html: await renderPost(transaction, place, { text: comment, markdown: merged.markdown }),
  };
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
