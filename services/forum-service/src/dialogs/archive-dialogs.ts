import { type Executor, preparedStatement } from '@guidepost/postgres';
import { divide, type Moderation, moderate, type Outcome } from '../audit/moderate.ts';
import { queueChanged } from '../indexing/queue-dialogs.ts';
import { idsOf } from '../model/ids-of.ts';
import { countDialogs, uncountDialogs } from './count-dialogs.ts';
import { countTags, recountComments } from './counters.ts';
import { type LockedDialog, lockDialogs } from './lock-dialogs.ts';

const archive = preparedStatement(new URL('./sql/archive-dialogs.sql', import.meta.url));
const restore = preparedStatement(new URL('./sql/restore-dialogs.sql', import.meta.url));

/** Hides dialogs everywhere but at their own addresses; held ones stay held. @throws AppError `not-found` */
export function archiveDialogs(
  database: Executor,
  moderation: Moderation,
  ids: readonly number[],
): Promise<Outcome> {
  return moveDialogs(database, { moderation, ids, shown: false });
}

/** Unarchives dialogs, and publishes held ones. @throws AppError `not-found` */
export function restoreDialogs(
  database: Executor,
  moderation: Moderation,
  ids: readonly number[],
): Promise<Outcome> {
  return moveDialogs(database, { moderation, ids, shown: true });
}

interface Move {
  moderation: Moderation;
  ids: readonly number[];
  shown: boolean;
}

function moveDialogs(database: Executor, { moderation, ids, shown }: Move): Promise<Outcome> {
  return moderate(database, moderation, async (transaction, forum) => {
    const locked = await lockDialogs(transaction, forum, ids);
    const { toChange, outcome } = divide(locked, ({ archived }) => archived === shown);
    if (toChange.length > 0) await show(transaction, { forumId: forum.id, dialogs: toChange, shown });
    const events = toChange.map(({ id, held }) => ({ dialog_id: id, ...(held && { details: { held } }) }));
    return { events, visible: toChange.length > 0, result: outcome };
  });
}

async function show(
  transaction: Executor,
  { forumId, dialogs, shown }: { forumId: number; dialogs: readonly LockedDialog[]; shown: boolean },
): Promise<void> {
  const dialogIds = idsOf(dialogs);
  const moved = dialogs.map(({ topic }) => ({ topic, archived: !shown }));
  await countTags(transaction, { forumId, dialogIds, shown });
  await transaction.none((shown ? restore : archive)([forumId, dialogIds]));
  await recountComments(transaction, forumId, dialogIds);
  await queueChanged(transaction, forumId, dialogIds);
  await uncountDialogs(transaction, forumId, dialogs);
  await countDialogs(transaction, forumId, moved);
}
