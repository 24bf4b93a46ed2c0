import { type Executor, sql } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import { queueChanged } from '../indexing/queue-dialogs.ts';
import { foldTagName } from '../model/tag.ts';
import { type Moderation, moderate } from '../tenants/moderate.ts';
import { deleteUnusedTags } from './delete-unused-tags.ts';
import { lockDialogs } from './lock-dialogs.ts';

/** A dialog and tags as typed, without duplicates. */
export interface Tagging {
  dialogId: number;
  tags: readonly string[];
}

export interface TagOutcome {
  changed: string[];
  /** Tags that already were as requested, as typed. */
  unchanged: string[];
}

/** The same limit as for posts, so that an export can be imported. */
const MAX_TAGS = 50;

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
  if (tags > MAX_TAGS)
    throw new AppError(
      'conflict',
      `Dialog ${dialogId} would have ${tags} tags; the maximum is ${MAX_TAGS}.`,
      { reason: 'tooManyTags', values: { limit: MAX_TAGS } },
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
