import { type Executor, sql } from '@guidepost/postgres';
import { type StoredText, writeHtml } from './rerender-texts.ts';

const list = sql`
  -- Comments on the dialogs $2 that may link to posts of people whom they name. Locked in order of id, as everywhere.
  select c.forum_id, c.id, c.text, c.markdown
  from comments c
  where c.forum_id = $1 and c.dialog_id = any($2::bigint[]) and c.markdown and position('@' in c.text) > 0
  order by c.id
  for no key update
`;

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
