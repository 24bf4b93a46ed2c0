import { type Executor, isUniqueViolation, sql } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import { queueChanged } from '../indexing/queue-dialogs.ts';
import { createAddresses } from '../model/addresses.ts';
import { renderPost } from '../rendering/render-posts.ts';
import { RENDERER } from '../rendering/render-text.ts';
import { type Moderation, moderate } from '../tenants/moderate.ts';
import { contentHash } from './content-hash.ts';
import { lockDialogs } from './lock-dialogs.ts';
import { keepOriginal, textVersion } from './originals.ts';

export interface DialogEdit {
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

const read = sql`
  select d.title, d.text, d.markdown
  from dialogs d
  where d.forum_id = $1 and d.id = $2
`;
const update = sql`
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
      const { markdown, ...before } = await transaction.one<DialogText>(read([forum.id, id]));
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
      await transaction.none(update([forum.id, id, title, text, html, RENDERER, contentHash(title, text)]));
      await queueChanged(transaction, forum.id, [id]);
      return { events: [{ dialog_id: id, details: { fields } }], visible: true, result: true };
    });
  } catch (cause) {
    if (!isUniqueViolation(cause, ['dialogs_forum_id_content_hash_key'])) throw cause;
    throw new AppError('conflict', 'Another dialog has the same title and text.', { cause });
  }
}

/** @throws AppError `conflict` */
export function refuseOutdated(madeFrom: string | undefined, ...texts: readonly string[]): void {
  if (madeFrom === undefined || madeFrom === textVersion(...texts)) return;
  throw new AppError('conflict', 'Someone else has changed this meanwhile.');
}
