import { type Executor, sql } from '@guidepost/postgres';
import { queueChanged } from '../indexing/queue-dialogs.ts';
import { createAddresses } from '../model/addresses.ts';
import { renderPost } from '../rendering/render-posts.ts';
import { RENDERER } from '../rendering/render-text.ts';
import { type Moderation, moderate } from '../tenants/moderate.ts';
import { refuseOutdated } from './edit-dialog.ts';
import { eventsOf, lockComments } from './lock-comments.ts';
import { keepOriginal } from './originals.ts';

export interface CommentEdit {
  id: number;
  text: string;
  /** The `textVersion` of the text that the edit was made from; without it, whatever is there is replaced. */
  madeFrom?: string | undefined;
  /** The start of all URLs of the service. */
  publicUrl: string;
}

type CommentText = { text: string; markdown: boolean; dialog_id: number; held: boolean };

const read = sql`
  select c.text, c.markdown, c.dialog_id, c.held
  from comments c
  where c.forum_id = $1 and c.id = $2
`;
const update = sql`
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
    const before = await transaction.one<CommentText>(read([forum.id, id]));
    refuseOutdated(madeFrom, before.text);
    if (before.text === text) return { events: [], visible: false, result: false };
    const { dialog_id, held, markdown } = before;
    const edited_by = moderation.actor.name;
    await keepOriginal(transaction, forum.id, { dialog_id, comment_id: id, text: before.text, edited_by });
    const place = { forumId: forum.id, addresses: createAddresses(publicUrl, forum) };
    const html = await renderPost(transaction, place, { text, markdown, dialog_id, id });
    await transaction.none(update([forum.id, id, text, html, RENDERER]));
    if (!held) await queueChanged(transaction, forum.id, [dialog_id]);
    return { events: eventsOf(comments), visible: !held, result: true };
  });
}
