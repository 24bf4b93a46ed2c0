import { type Executor, sql } from '@guidepost/postgres';
import { queueChanged } from '../indexing/queue-dialogs.ts';
import { idsOf } from '../model/ids-of.ts';
import { divide, type Moderation, moderate, type Outcome } from '../tenants/moderate.ts';
import { countDialogs, uncountDialogs } from './count-dialogs.ts';
import { countTags, recountComments } from './counters.ts';
import { type LockedDialog, lockChosenDialogs } from './lock-dialogs.ts';

const archive = sql`
  update dialogs d
  set archived = true, held = false, refused = d.refused or d.held
  where d.forum_id = $1 and d.id = any($2::bigint[])
`;
const restore = sql`
  -- Held dialogs are published with the current time.
  update dialogs d
  set archived = false, held = false, refused = false, pub_date = case when d.held then now() else d.pub_date end
  where d.forum_id = $1 and d.id = any($2::bigint[])
`;

/** What became of dialogs. */
export interface Moved extends Outcome {
  /** Those among the changed ones that waited for review. */
  wereHeld: number[];
}

/** Hides dialogs everywhere but at their own addresses; ends the review of held ones. @throws AppError `not-found` */
export function archiveDialogs(
  database: Executor,
  moderation: Moderation,
  ids: readonly number[],
  options: MoveOptions = {},
): Promise<Moved> {
  return moveDialogs(database, { ...options, moderation, ids, shown: false });
}

/** Unarchives dialogs, and publishes held ones. @throws AppError `not-found` */
export function restoreDialogs(
  database: Executor,
  moderation: Moderation,
  ids: readonly number[],
  options: MoveOptions = {},
): Promise<Moved> {
  return moveDialogs(database, { ...options, moderation, ids, shown: true });
}

interface MoveOptions {
  /** Moves the dialogs that exist. */
  skipsMissing?: boolean;
  /** Moves only those that wait for review. */
  onlyHeld?: boolean;
}

interface Move extends MoveOptions {
  moderation: Moderation;
  ids: readonly number[];
  shown: boolean;
}

function moveDialogs(
  database: Executor,
  { moderation, ids, shown, skipsMissing, onlyHeld = false }: Move,
): Promise<Moved> {
  return moderate(database, moderation, async (transaction, forum) => {
    const locked = await lockChosenDialogs(transaction, forum, { ids, skipsMissing });
    const { toChange, outcome } = divide(
      locked,
      ({ archived, held }) => held || (!onlyHeld && archived === shown),
    );
    if (toChange.length > 0) await show(transaction, { forumId: forum.id, dialogs: toChange, shown });
    const events = toChange.map(({ id, held }) => ({ dialog_id: id, ...(held && { details: { held } }) }));
    const wereHeld = idsOf(toChange.filter(({ held }) => held));
    return { events, visible: toChange.length > 0, result: { ...outcome, wereHeld } };
  });
}

async function show(
  transaction: Executor,
  { forumId, dialogs, shown }: { forumId: number; dialogs: readonly LockedDialog[]; shown: boolean },
): Promise<void> {
  const dialogIds = idsOf(dialogs);
  const moved = dialogs.map(({ topic }) => ({ topic, archived: !shown }));
  // Held dialogs are archived already.
  const recounted = idsOf(dialogs.filter(({ archived }) => archived === shown));
  await countTags(transaction, { forumId, dialogIds: recounted, shown });
  await transaction.none((shown ? restore : archive)([forumId, dialogIds]));
  await recountComments(transaction, forumId, dialogIds);
  await queueChanged(transaction, forumId, dialogIds);
  await uncountDialogs(transaction, forumId, dialogs);
  await countDialogs(transaction, forumId, moved);
}
