import { type Executor, isUniqueViolation, sql } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import { createPresence } from '@guidepost/staff';
import { createAddresses } from '../model/addresses.ts';
import type { Forum } from '../model/forum.ts';
import { renderPost } from '../rendering/render-posts.ts';
import { type Moderation, moderate } from '../tenants/moderate.ts';
import { refuseOtherStates } from './change-dialogs.ts';
import { LIMITS, readText } from './field-kinds.ts';
import { lockDialogs } from './lock-posts.ts';
import type { Author, Origin } from './new-post.ts';
import { postComment } from './posting.ts';

interface Answer {
  dialogId: number;
  /** Markdown, as typed. */
  text: string;
  author: Author;
  origin: Origin;
  /** A new state of the dialog; undefined leaves it. */
  state?: string | null | undefined;
  /** Refuses a state that the forum does not offer for such a dialog. */
  onlyOffered?: boolean;
  /**
   * The latest comment that was shown to the author, or 0; without it, it does not matter who has answered meanwhile.
   */
  seen?: number | undefined;
  /** The start of all URLs of the service. */
  publicUrl: string;
}

const findAnswered = sql`
  -- Who else than the person with the identity $4 has answered the dialog $2 officially after the comment $3, the
  -- latest.
  select c.author_name as name
  from comments c
  join posters w on w.forum_id = $1 and w.id = c.poster_id
  where c.forum_id = $1 and c.dialog_id = $2 and c.is_org_reply and not c.held and c.id > $3
    and w.identity is distinct from $4
  order by c.id desc
  limit 1
`;
const setState = sql`
  update dialogs set state = $3 where forum_id = $1 and id = $2
`;

/**
 * Answers a dialog in the name of the organization, which takes it out of the queue.
 * @returns the id of the comment
 * @throws AppError `invalid` for the field `text`; `conflict` for what the person has answered there already, and for
 * an answer of a colleague that they have not seen; `not-found`, `forbidden`
 */
export async function answerDialog(
  database: Executor,
  moderation: Moderation,
  { dialogId, text: typed, author, origin, state, onlyOffered, seen, publicUrl }: Answer,
): Promise<number> {
  const text = requireText(typed);
  const answer = async (transaction: Executor, forum: Forum) => {
    await lockDialogs(transaction, forum, [dialogId]);
    if (seen !== undefined)
      await refuseAnswered(transaction, forum.id, { dialogId, seen, poster: author.identity.poster });
    if (onlyOffered) await refuseOtherStates(transaction, forum, { ids: [dialogId], state: state ?? null });
    if (state !== undefined) await transaction.none(setState([forum.id, dialogId, state]));
    const place = { forumId: forum.id, addresses: createAddresses(publicUrl, forum) };
    const html = await renderPost(transaction, place, { text, markdown: true, dialog_id: dialogId });
    // Raises the revision itself.
    const { id } = await postComment(transaction, {
      forumId: forum.id,
      dialogId,
      text,
      markdown: true,
      html,
      author,
      origin,
      workTitle: null,
      isOrgReply: true,
      allowArchived: true,
      ignoresBlocks: true,
    });
    const details = state === undefined ? {} : { state };
    return { events: [{ dialog_id: dialogId, comment_id: id, details }], visible: false, result: id };
  };
  try {
    return await moderate(database, moderation, answer);
  } catch (cause) {
    if (!isUniqueViolation(cause)) throw cause;
    const message = 'You have already posted this here.';
    throw new AppError('conflict', message, { fields: { text: [message] }, cause });
  }
}

/** Two colleagues may have been writing at once. */
async function refuseAnswered(
  transaction: Executor,
  forumId: number,
  { dialogId, seen, poster }: { dialogId: number; seen: number; poster: Buffer | null },
): Promise<void> {
  const found = await transaction.oneOrNone<{ name: string }>(
    findAnswered([forumId, dialogId, seen, poster]),
  );
  if (!found) return;
  const message = `${found.name} has answered in the meantime.`;
  throw new AppError('conflict', message, { reason: 'answeredMeanwhile', values: { name: found.name } });
}

function requireText(typed: string): string {
  const reading = readText(typed, { maximum: LIMITS.text, manyLines: true });
  if ('value' in reading && reading.value !== undefined) return reading.value;
  const message =
    'mistakes' in reading ? `It must have at most ${LIMITS.text} characters.` : 'Write an answer.';
  throw new AppError('invalid', message, { fields: { text: [message] } });
}

/** Who is writing an answer to which dialog. */
export const ANSWERING = createPresence({
  table: sql.identifier('answering'),
  tenant: sql.identifier('forum_id'),
  thing: sql.identifier('dialog_id'),
});
