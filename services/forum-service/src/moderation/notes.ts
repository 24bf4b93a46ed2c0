import { type Executor, sql } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import { LIMITS, readText } from '../posts/field-kinds.ts';
import { lockDialogs } from '../posts/lock-posts.ts';
import { type Moderation, moderate } from '../tenants/moderate.ts';

/** A note that staff write each other about a dialog, and no one else reads (S48). */
export interface Note {
  id: number;
  text: string;
  written_at: Date;
  /** The name of a person. */
  written_by: string;
}

const list = sql`
  -- The notes on the dialog $2, from the comment $3 on and before the comment $4, where these are given.
  select n.id, n.text, n.written_at, n.written_by
  from notes n
  where n.forum_id = $1 and n.dialog_id = $2 and n.removed_at is null
    and ($3::bigint is null
      or n.written_at >= (select c.pub_date from comments c where c.forum_id = $1 and c.id = $3))
    and ($4::bigint is null
      or n.written_at < (select c.pub_date from comments c where c.forum_id = $1 and c.id = $4))
  order by n.written_at, n.id
`;
const insert = sql`
  -- $3 text, $4 the name of who writes it
  insert into notes (forum_id, dialog_id, text, written_by)
  values ($1, $2, $3, $4)
`;
const update = sql`
  -- Deletes the note $3 on the dialog $2, or brings it back unless $4.
  update notes n
  set removed_at = case when $4 then now() end
  where n.forum_id = $1 and n.dialog_id = $2 and n.id = $3 and (n.removed_at is null) = $4
  returning n.id
`;

/** The notes that stand between the comments of a page, the oldest first. */
export function listNotes(
  executor: Executor,
  forumId: number,
  { dialogId, from, before }: { dialogId: number; from?: number | undefined; before?: number | undefined },
): Promise<Note[]> {
  return executor.any<Note>(list([forumId, dialogId, from, before]));
}

/** @throws AppError `invalid` for the field `note`; `not-found`, `forbidden` */
export async function addNote(
  database: Executor,
  moderation: Moderation,
  { dialogId, text }: { dialogId: number; text: string },
): Promise<void> {
  const reading = readText(text, { maximum: LIMITS.text, manyLines: true });
  const value = 'value' in reading ? reading.value : undefined;
  if (value === undefined) {
    const message = `It must have 1 to ${LIMITS.text} characters.`;
    throw new AppError('invalid', message, { fields: { note: [message] } });
  }
  return moderate(database, moderation, async (transaction, forum) => {
    await lockDialogs(transaction, forum, [dialogId]);
    await transaction.none(insert([forum.id, dialogId, value, moderation.actor.name]));
    return { events: [{ dialog_id: dialogId }], visible: false, result: undefined };
  });
}

/** Deletes a note or, unless `removed`, brings it back. @returns whether it changed; others may have been faster */
export function removeNote(
  database: Executor,
  moderation: Moderation,
  { dialogId, id, removed }: { dialogId: number; id: number; removed: boolean },
): Promise<boolean> {
  return moderate(database, moderation, async (transaction, forum) => {
    await lockDialogs(transaction, forum, [dialogId]);
    const changed = await transaction.any<{ id: number }>(update([forum.id, dialogId, id, removed]));
    const events = changed.map(() => ({
      dialog_id: dialogId,
      ...(!removed && { details: { restored: true } }),
    }));
    return { events, visible: false, result: changed.length > 0 };
  });
}
