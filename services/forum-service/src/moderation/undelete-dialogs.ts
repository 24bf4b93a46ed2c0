import { type Executor, preparedStatement } from '@guidepost/postgres';
import { type Moderation, moderate, type Outcome, requireAll } from '../audit/moderate.ts';
import { type CountedDialog, countDialogs } from '../dialogs/count-dialogs.ts';
import { recountComments } from '../dialogs/counters.ts';
import { lockExistingDialogs } from '../dialogs/lock-dialogs.ts';
import { noteAnswers } from '../followers/answers.ts';
import { lockOutPosts } from '../forums/lock-out-posts.ts';
import { queueChanged } from '../indexing/queue-dialogs.ts';
import { idsOf } from '../model/ids-of.ts';
import { type DeletedEntry, restoreRowsOfDialog } from './restore-rows.ts';

const lock = preparedStatement(new URL('./sql/lock-deleted-dialogs.sql', import.meta.url));
const freeHashes = preparedStatement(new URL('./sql/free-content-hashes.sql', import.meta.url));
const finish = preparedStatement(new URL('./sql/finish-restored.sql', import.meta.url));
const removeEntries = preparedStatement(new URL('../deleted-posts/sql/delete-for-good.sql', import.meta.url));

/**
 * Restores deleted dialogs as they were, with their comments, votes, reports, tags and addresses. What was erased meanwhile
 * stays erased.
 * @returns as unchanged those that have not been deleted
 * @throws AppError `not-found` for those that never were, or have been deleted permanently
 */
export function undeleteDialogs(
  database: Executor,
  moderation: Moderation,
  ids: readonly number[],
  { skipsMissing = false }: { skipsMissing?: boolean } = {},
): Promise<Outcome> {
  return moderate(database, moderation, async (transaction, forum) => {
    // Someone may be posting the same again.
    await lockOutPosts(transaction, forum.id);
    const entries = await transaction.any<DeletedEntry>(lock([forum.id, ids]));
    const present = await lockExistingDialogs(transaction, forum.id, ids);
    if (!skipsMissing) requireAll(ids, [...entries, ...present], { slug: forum.slug, noun: 'dialog' });
    if (entries.length > 0) await restore(transaction, forum.id, entries);
    const events = entries.map(({ id }) => ({ dialog_id: id }));
    const result = { changed: idsOf(entries), unchanged: idsOf(present) };
    return { events, visible: events.length > 0, result };
  });
}

async function restore(
  transaction: Executor,
  forumId: number,
  entries: readonly DeletedEntry[],
): Promise<void> {
  const deleted = entries.map(({ entry }) => entry);
  const dialogs: CountedDialog[] = [];
  for (const entry of deleted) {
    await transaction.none(freeHashes([forumId, entry]));
    await restoreRowsOfDialog(transaction, forumId, entry);
    dialogs.push(await transaction.one<CountedDialog>(finish([forumId, entry])));
  }
  const ids = idsOf(entries);
  await transaction.none(removeEntries([forumId, deleted]));
  await recountComments(transaction, forumId, ids);
  await noteAnswers(
    transaction,
    forumId,
    entries.flatMap(({ unmailed }) => unmailed),
  );
  await queueChanged(transaction, forumId, ids);
  await countDialogs(transaction, forumId, dialogs);
}
