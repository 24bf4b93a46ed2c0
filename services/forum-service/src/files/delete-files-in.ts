import { type Executor, preparedStatement } from '@guidepost/postgres';
import { deleteFileRows, type StoredFile } from './files.ts';

const outdateDialogs = preparedStatement(new URL('./sql/outdate-dialogs.sql', import.meta.url));
const outdateComments = preparedStatement(new URL('./sql/outdate-comments.sql', import.meta.url));

/**
 * Deletes the rows of files, and has texts that embed them rendered again as plain links. The daily cleaning deletes the
 * bytes.
 * @returns those that existed
 */
export async function deleteFilesIn(
  transaction: Executor,
  forumId: number,
  tokens: readonly string[],
): Promise<StoredFile[]> {
  await transaction.none(outdateDialogs([forumId, tokens]));
  await transaction.none(outdateComments([forumId, tokens]));
  // Last, since uploads to the account wait for this lock.
  return deleteFileRows(transaction, forumId, tokens);
}
