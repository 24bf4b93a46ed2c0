import { bumpRevision, type Database, preparedStatement } from '@guidepost/postgres';
import { FORUM_REVISIONS } from '../model/forum.ts';

const addViews = preparedStatement(new URL('./sql/add-views.sql', import.meta.url));

/** Adds views to dialogs and updates their popularity, as one change of the forum. */
export async function writeViews(
  database: Database,
  forumId: number,
  byDialog: ReadonlyMap<number, number>,
): Promise<void> {
  await database.tx(async (transaction) => {
    const { rowCount } = await transaction.result(
      addViews([forumId, [...byDialog.keys()], [...byDialog.values()]]),
    );
    if (rowCount > 0) await bumpRevision(transaction, FORUM_REVISIONS, forumId);
  });
}
