import { type Executor, sql } from '@guidepost/postgres';
import { deleteFileRows } from '../files/files.ts';
import { memberActor } from '../model/actor.ts';
import type { Action } from '../model/permissions.ts';
import type { Moderation } from '../tenants/moderate.ts';
import { deleteComments } from './delete-comments.ts';
import { deleteDialogs } from './delete-dialogs.ts';
import { editComment } from './edit-comment.ts';
import { editDialog } from './edit-dialog.ts';
import { holdsNewLink } from './hold.ts';
import { lockExistingDialogs } from './lock-dialogs.ts';
import { type OwnChange, requireChangeablePost, requireDeletablePost, requireOwnPost } from './own-post.ts';
import { refuseFields } from './validate-fields.ts';

const findAttached = sql`
  -- The files of the person $2 that the text $3 links to.
  select f.token
  from files f
  where f.forum_id = $1 and f.person = $2 and position('/' || f.token || '.' in $3) > 0
`;

export interface OwnEdit {
  /** Of a dialog. */
  title: string | undefined;
  text: string;
  /** The `textVersion` of what the edit was made from. */
  madeFrom: string;
  /** The start of all URLs of the service. */
  publicUrl: string;
}

/**
 * Edits a dialog or comment for its author, within 30 minutes. What it said is kept.
 * @throws AppError `conflict`, as editors' edits do; `invalid` for a new link where posts with links are held; and as
 * {@link requireChangeablePost}
 */
export async function editOwnPost(
  database: Executor,
  change: OwnChange,
  { title, text, madeFrom, publicUrl }: OwnEdit,
): Promise<void> {
  const { dialogId, commentId } = change.place;
  const guard = async (transaction: Executor) => {
    const post = await requireChangeablePost(transaction, change);
    refuseNewLink(change, { before: [post.title, post.text], after: [title ?? '', text], held: post.held });
  };
  const edit = { text, madeFrom, publicUrl };
  if (commentId === undefined)
    await editDialog(database, moderationOf(change, 'dialog edit', guard), { ...edit, id: dialogId, title });
  else await editComment(database, moderationOf(change, 'comment edit', guard), { ...edit, id: commentId });
}

/** A link that is added later must not escape review. */
function refuseNewLink(
  { forum }: OwnChange,
  { before, after, held }: { before: readonly string[]; after: readonly string[]; held: boolean },
): void {
  if (forum.hold !== 'links' || held || !holdsNewLink(before, after)) return;
  throw refuseFields(new Map([['text', [{ message: 'refused' }]]]), forum.language);
}

/**
 * Deletes a dialog or comment for its author, within 30 minutes and permanently, with the files that they attached to it.
 * @throws AppError as {@link requireDeletablePost} does
 */
export async function deleteOwnPost(database: Executor, change: OwnChange): Promise<void> {
  const { forum, member, place } = change;
  const { dialogId, commentId } = place;
  const guard = async (transaction: Executor) => {
    // First, since a comment by another person may be under way.
    await lockExistingDialogs(transaction, forum.id, [dialogId]);
    const { text } = await requireDeletablePost(transaction, change);
    const files = await transaction.any<{ token: string }>(findAttached([forum.id, member.person, text]));
    await deleteFileRows(
      transaction,
      forum.id,
      files.map(({ token }) => token),
    );
  };
  const permanently = { permanently: true };
  if (commentId === undefined)
    await deleteDialogs(database, moderationOf(change, 'dialog delete', guard), [dialogId], permanently);
  else
    await deleteComments(database, moderationOf(change, 'comment delete', guard), [commentId], permanently);
}

/** A change by the author of what it is about; `guard` makes sure of it. */
export function moderationOf(
  change: OwnChange,
  action: Action,
  guard: (transaction: Executor) => Promise<unknown> = (transaction) => requireOwnPost(transaction, change),
): Moderation {
  return {
    slug: change.forum.slug,
    actor: memberActor(change.forum),
    action,
    guard: async (transaction) => void (await guard(transaction)),
  };
}
