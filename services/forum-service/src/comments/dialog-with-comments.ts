import { type Executor, statementTemplate } from '@guidepost/postgres';
import type { DialogRow } from '../dialogs/dialog.ts';
import { LISTED_DIALOG_COLUMNS } from '../dialogs/dialog-columns.ts';
import type { Section } from '../model/section.ts';
import type { CommentRow } from './comment.ts';
import { COMMENT_COLUMNS } from './comment-columns.ts';

/** A dialog with what its page shows besides. */
export interface DialogWithComments extends DialogRow {
  /** Whether its HTML and that of the comments has more bytes than were allowed; then there is none of it. */
  isCut: boolean;
  /** The beginning, as it was written. */
  text: string;
  /** The names of the public ones. */
  tags: string[];
  /** A section of them, the oldest first. */
  comments: CommentWithText[];
}

export interface CommentWithText extends CommentRow {
  /** The beginning, as it was written. */
  text: string;
}

export interface DialogWithCommentsRequest extends Section {
  forumId: number;
  id: number;
  /** What the HTML may add up to. */
  mostBytes: number;
}

const read = statementTemplate(new URL('./sql/read-dialog.sql', import.meta.url))(
  { dialog: LISTED_DIALOG_COLUMNS, comment: COMMENT_COLUMNS },
  { prepared: true },
);

/** A dialog, archived or not, with a section of its comments; null also for one that waits for an editor. */
export function findDialogWithComments(
  executor: Executor,
  { forumId, id, start, limit, mostBytes }: DialogWithCommentsRequest,
): Promise<DialogWithComments | null> {
  return executor.oneOrNone<DialogWithComments>(read([forumId, id, start, limit, mostBytes]));
}
