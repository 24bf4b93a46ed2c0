import { type Executor, preparedStatement } from '@guidepost/postgres';
import { keepOriginal } from '../dialogs/originals.ts';
import { moveMailOfDialog } from '../forum-mail/mail-of-posts.ts';
import type { Metadata } from '../posting/metadata.ts';
import { RENDERER } from '../rendering/render-text.ts';

/** What a dialog says that is merged into another one. */
export interface MergedText {
  title: string;
  text: string;
  markdown: boolean;
  metadata: Metadata;
}

interface Places {
  id: number;
  into: number;
}

const insertComment = preparedStatement(new URL('./sql/insert-merged-text.sql', import.meta.url));

const statements = (...names: string[]) =>
  names.map((name) => preparedStatement(new URL(`./sql/${name}.sql`, import.meta.url)));

/** What is there twice goes before the rest moves. */
const MOVE_PEOPLE = statements(
  'delete-double-votes',
  'move-votes',
  'delete-double-hashes',
  'move-hashes',
  'move-followers',
);
const MOVE_POSTS = statements('move-comments', 'move-originals', 'move-reports', 'move-addresses');

/** Makes a comment of a dialog and keeps what the dialog said. @returns the id of the comment */
export async function becomeComment(
  transaction: Executor,
  forumId: number,
  merged: Places & MergedText & { comment: string; html: string; editor: string },
): Promise<number> {
  const { id, into, title, text, metadata, comment, html, editor } = merged;
  const { id: comment_id } = await transaction.one<{ id: number }>(
    insertComment([forumId, id, into, comment, html, RENDERER]),
  );
  const edited_by = editor;
  await keepOriginal(transaction, forumId, { dialog_id: into, comment_id, title, text, metadata, edited_by });
  return comment_id;
}

/** Moves everything that people have added to a dialog, and what they said about the dialog itself to its comment. */
export async function moveReplies(
  transaction: Executor,
  forumId: number,
  { id, into, comment_id }: Places & { comment_id: number },
): Promise<void> {
  for (const move of MOVE_PEOPLE) await transaction.none(move([forumId, id, into]));
  for (const move of MOVE_POSTS) await transaction.none(move([forumId, id, into, comment_id]));
  await moveMailOfDialog(transaction, forumId, { id, into, comment_id });
}
