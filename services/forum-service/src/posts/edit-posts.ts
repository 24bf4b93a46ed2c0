import { createHash } from 'node:crypto';
import { type Executor, isUniqueViolation, sql } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import { queueChanged } from '../indexing/queue-dialogs.ts';
import { createAddresses } from '../model/addresses.ts';
import { renderPost } from '../rendering/render-posts.ts';
import { RENDERER } from '../rendering/render-text.ts';
import { type Moderation, moderate } from '../tenants/moderate.ts';
import { eventsOf, lockComments, lockDialogs } from './lock-posts.ts';
import type { Metadata } from './metadata.ts';
import { contentHash } from './posting.ts';

interface DialogEdit {
  id: number;
  /** Undefined leaves it. */
  title?: string | undefined;
  text?: string | undefined;
  /** The `textVersion` of title and text that the edit was made from; without it, whatever is there is replaced. */
  madeFrom?: string | undefined;
  /** The start of all URLs of the service. */
  publicUrl: string;
}

type DialogText = { title: string; text: string; markdown: boolean };

const readDialog = sql`
  select d.title, d.text, d.markdown
  from dialogs d
  where d.forum_id = $1 and d.id = $2
`;
const updateDialog = sql`
  update dialogs d
  set title = $3, text = $4, text_html = $5, renderer = $6, content_hash = $7
  where d.forum_id = $1 and d.id = $2
`;

/**
 * Changes the title or text of a dialog and keeps what it said.
 * @returns whether anything changed
 * @throws AppError `conflict` when someone has changed it since, or another dialog says the same; `not-found`,
 * `forbidden`
 */
export async function editDialog(
  database: Executor,
  moderation: Moderation,
  { id, madeFrom, publicUrl, ...edit }: DialogEdit,
): Promise<boolean> {
  try {
    return await moderate(database, moderation, async (transaction, forum) => {
      await lockDialogs(transaction, forum, [id]);
      const { markdown, ...before } = await transaction.one<DialogText>(readDialog([forum.id, id]));
      refuseOutdated(madeFrom, before.title, before.text);
      const { title = before.title, text = before.text } = edit;
      const fields = (['title', 'text'] as const).filter((name) => before[name] !== { title, text }[name]);
      if (fields.length === 0) return { events: [], visible: false, result: false };
      await keepOriginal(transaction, forum.id, {
        dialog_id: id,
        ...before,
        edited_by: moderation.actor.name,
      });
      const place = { forumId: forum.id, addresses: createAddresses(publicUrl, forum) };
      const html = await renderPost(transaction, place, { text, markdown });
      await transaction.none(
        updateDialog([forum.id, id, title, text, html, RENDERER, contentHash(title, text)]),
      );
      await queueChanged(transaction, forum.id, [id]);
      return { events: [{ dialog_id: id, details: { fields } }], visible: true, result: true };
    });
  } catch (cause) {
    if (!isUniqueViolation(cause, ['dialogs_forum_id_content_hash_key'])) throw cause;
    throw new AppError('conflict', 'Another dialog has the same title and text.', { cause });
  }
}

/** @throws AppError `conflict` */
function refuseOutdated(madeFrom: string | undefined, ...texts: readonly string[]): void {
  if (madeFrom === undefined || madeFrom === textVersion(...texts)) return;
  throw new AppError('conflict', 'Someone else has changed this meanwhile.');
}

interface CommentEdit {
  id: number;
  text: string;
  /** The `textVersion` of the text that the edit was made from; without it, whatever is there is replaced. */
  madeFrom?: string | undefined;
  /** The start of all URLs of the service. */
  publicUrl: string;
}

type CommentText = { text: string; markdown: boolean; dialog_id: number; held: boolean };

const readComment = sql`
  select c.text, c.markdown, c.dialog_id, c.held
  from comments c
  where c.forum_id = $1 and c.id = $2
`;
const updateComment = sql`
  update comments c
  set text = $3, text_html = $4, renderer = $5
  where c.forum_id = $1 and c.id = $2
`;

/**
 * Changes the text of a comment and keeps what it said.
 * @returns whether anything changed
 * @throws AppError `conflict` when someone has changed it since; `not-found`, `forbidden`
 */
export function editComment(
  database: Executor,
  moderation: Moderation,
  { id, text, madeFrom, publicUrl }: CommentEdit,
): Promise<boolean> {
  return moderate(database, moderation, async (transaction, forum) => {
    const comments = await lockComments(transaction, forum, [id]);
    const before = await transaction.one<CommentText>(readComment([forum.id, id]));
    refuseOutdated(madeFrom, before.text);
    if (before.text === text) return { events: [], visible: false, result: false };
    const { dialog_id, held, markdown } = before;
    const edited_by = moderation.actor.name;
    await keepOriginal(transaction, forum.id, { dialog_id, comment_id: id, text: before.text, edited_by });
    const place = { forumId: forum.id, addresses: createAddresses(publicUrl, forum) };
    const html = await renderPost(transaction, place, { text, markdown, dialog_id, id });
    await transaction.none(updateComment([forum.id, id, text, html, RENDERER]));
    if (!held) await queueChanged(transaction, forum.id, [dialog_id]);
    return { events: eventsOf(comments), visible: !held, result: true };
  });
}

/** The text of a post before someone changed it. */
interface Original {
  id: number;
  dialog_id: number;
  /** Null for the dialog itself. */
  comment_id: number | null;
  /** Null for a comment. */
  title: string | null;
  text: string;
  /** The metadata of a dialog that was merged into this one. */
  metadata: Metadata;
  edited_at: Date;
  edited_by: string;
}

type NewOriginal = Pick<Original, 'dialog_id' | 'text' | 'edited_by'> &
  Partial<Pick<Original, 'comment_id' | 'title' | 'metadata'>>;

const insert = sql`
  insert into originals (forum_id, dialog_id, comment_id, title, text, metadata, edited_by)
  values ($1, $2, $3, $4, $5, $6, $7)
`;
const list = sql`
  select o.id, o.dialog_id, o.comment_id, o.title, o.text, o.metadata, o.edited_at, o.edited_by
  from originals o
  where o.forum_id = $1 and o.dialog_id = $2
  order by o.id desc
`;

/** Keeps what a post said, for staff (S39), in the transaction that changes it. */
export async function keepOriginal(
  transaction: Executor,
  forumId: number,
  { dialog_id, comment_id, title, text, metadata, edited_by }: NewOriginal,
): Promise<void> {
  await transaction.none(insert([forumId, dialog_id, comment_id, title, text, metadata, edited_by]));
}

/** The earlier texts of a dialog and its comments, the newest first. */
export function listOriginals(executor: Executor, forumId: number, dialogId: number): Promise<Original[]> {
  return executor.any<Original>(list([forumId, dialogId]));
}

/** Identifies what a post says now, so that an edit can tell what it was made from. */
export function textVersion(...texts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(texts)).digest('base64url');
}
