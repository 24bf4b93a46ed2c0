import { type Executor, preparedStatement } from '@guidepost/postgres';
import { type StoredText, writeHtml } from './rerender-texts.ts';

const list = preparedStatement(new URL('./sql/list-naming-comments.sql', import.meta.url));

/**
 * Removes the links from names to posts in these dialogs, in the transaction that deletes or anonymizes some of the posts.
 * The service soon renders the links that still lead somewhere.
 */
export async function unlinkNames(
  transaction: Executor,
  forumId: number,
  dialogIds: readonly number[],
): Promise<void> {
  const texts = await transaction.any<StoredText>(list([forumId, dialogIds]));
  if (texts.length > 0) await writeHtml(transaction, { table: 'comments', texts });
}
