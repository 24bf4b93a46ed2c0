import { type Executor, sql } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import { queueChanged } from '../indexing/queue-dialogs.ts';
import type { Actor } from '../model/actor.ts';
import type { Forum } from '../model/forum.ts';
import { foldTagName } from '../model/tag.ts';
import { changeTogether } from '../tenants/change-forum.ts';
import { divide, type Moderation, moderate, type Outcome } from '../tenants/moderate.ts';
import { LIMITS } from './field-kinds.ts';
import { type ChosenDialogs, lockChosenDialogs, lockDialogs } from './lock-posts.ts';
import { findDialog } from './read-dialog.ts';

/** A dialog and tags as typed, without duplicates. */
interface Tagging {
  dialogId: number;
  tags: readonly string[];
}

export interface TagOutcome {
  changed: string[];
  /** Tags that already were as requested, as typed. */
  unchanged: string[];
}

const tag = sql.file(new URL('./sql/tag-dialog.sql', import.meta.url));
const untag = sql.file(new URL('./sql/untag-dialog.sql', import.meta.url));
const countTagsOf = sql`
  select count(*) as tags
  from dialog_tags x
  where x.forum_id = $1 and x.dialog_id = $2
`;

/** Adds tags to a dialog; new ones are private. @throws AppError `not-found`; `conflict` when it would have too many */
export function tagDialog(
  database: Executor,
  moderation: Moderation,
  { dialogId, tags }: Tagging,
): Promise<TagOutcome> {
  return moderate(database, moderation, async (transaction, forum) => {
    await lockDialogs(transaction, forum, [dialogId]);
    const rows = await transaction.any<{ name: string }>(
      tag([forum.id, dialogId, tags, tags.map(foldTagName)]),
    );
    await refuseTooMany(transaction, forum.id, dialogId);
    return finishTagging(transaction, { forumId: forum.id, dialogId, tags, rows });
  });
}

async function refuseTooMany(transaction: Executor, forumId: number, dialogId: number): Promise<void> {
  const { tags } = await transaction.one<{ tags: number }>(countTagsOf([forumId, dialogId]));
  if (tags > LIMITS.tags)
    throw new AppError(
      'conflict',
      `Dialog ${dialogId} would have ${tags} tags; the maximum is ${LIMITS.tags}.`,
      { reason: 'tooManyTags', values: { limit: LIMITS.tags } },
    );
}

/** Removes tags from a dialog; unused tags are deleted. @throws AppError `not-found` */
export function untagDialog(
  database: Executor,
  moderation: Moderation,
  { dialogId, tags }: Tagging,
): Promise<TagOutcome> {
  return moderate(database, moderation, async (transaction, forum) => {
    await lockDialogs(transaction, forum, [dialogId]);
    const rows = await transaction.any<{ id: number; name: string }>(
      untag([forum.id, dialogId, tags.map(foldTagName)]),
    );
    const ids = rows.map(({ id }) => id);
    await deleteUnusedTags(transaction, forum.id, ids);
    return finishTagging(transaction, { forumId: forum.id, dialogId, tags, rows });
  });
}

/** Adds a tag to dialogs, or removes it from them. @throws AppError as {@link tagDialog} */
export function tagDialogs(
  database: Executor,
  moderation: Moderation,
  { tag: name, removed, ...chosen }: ChosenDialogs & { tag: string; removed: boolean },
): Promise<Outcome> {
  return moderate(database, moderation, async (transaction, forum) => {
    const folded = [foldTagName(name)];
    const names = new Map<number, string[]>();
    const unused = new Set<number>();
    const dialogs = await lockChosenDialogs(transaction, forum, chosen);
    for (const { id } of dialogs) {
      const rows = await transaction.any<{ id?: number; name: string }>(
        removed ? untag([forum.id, id, folded]) : tag([forum.id, id, [name], folded]),
      );
      if (!removed) await refuseTooMany(transaction, forum.id, id);
      for (const row of rows) unused.add(row.id ?? 0);
      if (rows.length > 0)
        names.set(
          id,
          rows.map((row) => row.name),
        );
    }
    if (removed) await deleteUnusedTags(transaction, forum.id, [...unused]);
    const { outcome } = divide(dialogs, ({ id }) => names.has(id));
    await queueChanged(transaction, forum.id, outcome.changed);
    const events = [...names].map(([dialog_id, tags]) => ({ dialog_id, details: { tags } }));
    return { events, visible: events.length > 0, result: outcome };
  });
}

interface Tagged extends Tagging {
  forumId: number;
  rows: readonly { name: string }[];
}

async function finishTagging(transaction: Executor, { forumId, dialogId, tags, rows }: Tagged) {
  const names = rows.map(({ name }) => name);
  const visible = names.length > 0;
  if (visible) await queueChanged(transaction, forumId, [dialogId]);
  const folded = new Set(names.map(foldTagName));
  const unchanged = tags.filter((name) => !folded.has(foldTagName(name)));
  const events = visible ? [{ dialog_id: dialogId, details: { tags: names } }] : [];
  return { events, visible, result: { changed: names, unchanged } };
}

/** Gives a dialog these tags and no others. @throws AppError `not-found`, `forbidden` */
export async function replaceTags(
  database: Executor,
  { actor }: { actor: Actor },
  { forum: { id: forumId, slug }, dialogId, tags }: Tagging & { forum: Pick<Forum, 'id' | 'slug'> },
): Promise<void> {
  const wanted = new Set(tags.map(foldTagName));
  await changeTogether(database, slug, [
    async (executor) => {
      const dialog = await findDialog(executor, { forumId, id: dialogId, keyed: true });
      const others = (dialog?.tags ?? [])
        .map(({ name }) => name)
        .filter((name) => !wanted.has(foldTagName(name)));
      const moderation = { slug, actor, action: 'tag remove' } as const;
      if (others.length > 0) await untagDialog(executor, moderation, { dialogId, tags: others });
    },
    async (executor) => {
      const moderation = { slug, actor, action: 'tag add' } as const;
      if (tags.length > 0) await tagDialog(executor, moderation, { dialogId, tags });
    },
  ]);
}

interface PublishedTag {
  name: string;
  folded_name: string;
  changed: boolean;
}

const publish = sql`
  -- Makes the tags $2 (folded) public if $3, else private; returns the previous state of those that exist.
  with locked as materialized (
    select t.id, t.name, t.folded_name, t.is_public
    from tags t
    where t.forum_id = $1 and t.folded_name = any($2::text[])
    order by t.folded_name
    for no key update
  ),
  published as (
    update tags t
    set is_public = $3
    from locked l
    where t.forum_id = $1 and t.id = l.id and t.is_public <> $3
    returning t.id
  )
  select l.name, l.folded_name, p.id is not null as changed
  from locked l
  left join published p on p.id = l.id
  order by l.folded_name
`;

/** Makes tags public or private. @throws AppError `not-found` for a tag without dialogs */
export function publishTags(
  database: Executor,
  moderation: Moderation,
  { tags, isPublic }: { tags: readonly string[]; isPublic: boolean },
): Promise<TagOutcome> {
  return moderate(database, moderation, async (transaction, { id, slug }) => {
    const rows = await transaction.any<PublishedTag>(publish([id, tags.map(foldTagName), isPublic]));
    const known = new Set(rows.map(({ folded_name }) => folded_name));
    const missing = tags.find((name) => !known.has(foldTagName(name)));
    if (missing !== undefined)
      throw new AppError('not-found', `No dialog of ${slug} has the tag ${missing}.`);
    const namesOf = (changed: boolean) =>
      rows.filter((row) => row.changed === changed).map(({ name }) => name);
    const changed = namesOf(true);
    const events = changed.length > 0 ? [{ details: { tags: changed } }] : [];
    return { events, visible: changed.length > 0, result: { changed, unchanged: namesOf(false) } };
  });
}

const remove = sql`
  delete from tags t
  where t.forum_id = $1 and t.id = any($2::bigint[])
    and not exists (select from dialog_tags x where x.forum_id = $1 and x.tag_id = t.id)
`;

export async function deleteUnusedTags(
  transaction: Executor,
  forumId: number,
  tagIds: readonly number[],
): Promise<void> {
  await transaction.none(remove([forumId, tagIds]));
}
