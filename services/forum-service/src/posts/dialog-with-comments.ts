import { compareTexts } from '@guidepost/i18n/text-order';
import { batchable, type ContentReader, sqlTemplate } from '@guidepost/postgres';
import type { Forum } from '../model/forum.ts';
import type { Slice } from '../model/slice.ts';
import type { CommentRow } from './comment.ts';
import { COMMENT_COLUMNS } from './comment-columns.ts';
import type { DialogRow } from './dialog.ts';
import { LISTED_DIALOG_COLUMNS } from './dialog-columns.ts';

export interface DialogWithComments extends DialogRow {
  /** Whether the HTML of dialog and comments exceeds the limit; then none was read. */
  isCut: boolean;
  /** The beginning, as typed. */
  text: string;
  markdown: boolean;
  /** Whether its author was signed in. */
  confirmed: boolean;
  /** The id of the comment that its author accepted. */
  accepted_comment: number | null;
  /** By name. */
  tags: string[];
  /** A slice, oldest first. */
  comments: CommentWithText[];
}

export interface CommentWithText extends CommentRow {
  text: string;
  markdown: boolean;
  confirmed: boolean;
}

export interface DialogWithCommentsRequest extends Slice {
  forum: Pick<Forum, 'id' | 'language'>;
  id: number;
  mostBytes: number;
}

const read = batchable(
  sqlTemplate.file<'dialog' | 'comment'>(new URL('./sql/read-dialog.sql', import.meta.url))(
    { dialog: LISTED_DIALOG_COLUMNS, comment: COMMENT_COLUMNS },
    { prepared: true },
  ),
  { 2: 'bigint' },
);

/** A dialog, archived or not, with a slice of its comments; null also for one held for review. */
export async function findDialogWithComments(
  executor: ContentReader,
  { forum, id, start, limit, mostBytes }: DialogWithCommentsRequest,
): Promise<DialogWithComments | null> {
  const found = await executor.oneOrNone<DialogWithComments>(read([forum.id, id, start, limit, mostBytes]));
  return found && { ...found, tags: found.tags.toSorted(compareTexts(forum.language)) };
}
