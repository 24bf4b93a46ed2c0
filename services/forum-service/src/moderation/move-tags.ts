import { type Executor, preparedStatement } from '@guidepost/postgres';
import { countTags } from '../dialogs/counters.ts';
import { deleteUnusedTags } from '../dialogs/delete-unused-tags.ts';

/** The same limit as for posts, so that an export can be imported. */
const MAX_TAGS = 50;

const addTags = preparedStatement(new URL('./sql/add-merged-tags.sql', import.meta.url));
const removeTags = preparedStatement(new URL('./sql/remove-merged-tags.sql', import.meta.url));

/** Adds the tags of a dialog to another one as far as there is room, by name. */
export async function moveTags(
  transaction: Executor,
  forumId: number,
  { id, into }: { id: number; into: number },
): Promise<void> {
  const tags = await countTags(transaction, { forumId, dialogIds: [id], shown: false });
  await transaction.none(addTags([forumId, id, into, MAX_TAGS]));
  await transaction.none(removeTags([forumId, id]));
  await deleteUnusedTags(transaction, forumId, tags);
}
