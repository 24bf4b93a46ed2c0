import { type Executor, sql } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import { queueChanged } from '../indexing/queue-dialogs.ts';
import type { Forum } from '../model/forum.ts';
import { idsOf } from '../model/listing.ts';
import type { Topic } from '../model/topics.ts';
import { divide, type Moderation, moderate, type Outcome } from '../tenants/moderate.ts';
import { countDialogs, countTags, recountComments, uncountDialogs } from './counters.ts';
import { type ChosenDialogs, type LockedDialog, lockChosenDialogs } from './lock-posts.ts';

const updateState = sql`
  -- $4 whether it closes them: they leave the queue.
  update dialogs d
  set state = $3, waiting_since = case when not $4 then d.waiting_since end
  where d.forum_id = $1 and d.id = any($2::bigint[])
    and (d.state is distinct from $3 or $4 and d.waiting_since is not null)
  returning d.id
`;
const listOtherKinds = sql`
  -- Titles of the dialogs $2 that are of none of the kinds $3 and have another state than $4.
  select d.title
  from dialogs d
  where d.forum_id = $1 and d.id = any($2::bigint[]) and d.topic <> all($3::text[]) and d.state is distinct from $4
  order by d.id
`;

interface NewState extends ChosenDialogs {
  /** Null clears it. */
  state: string | null;
  /** Refuses a state that the forum does not define, and one for dialogs of other kinds. */
  onlyOffered?: boolean;
}

/**
 * Sets the public state of dialogs, such as "answered". Those that it closes leave the queue: a state that the forum
 * defines says so, any other text does.
 * @throws AppError `not-found`; `invalid` for a state that is not offered
 */
export function setState(
  database: Executor,
  moderation: Moderation,
  { state, onlyOffered = false, ...chosen }: NewState,
): Promise<Outcome> {
  return moderate(database, moderation, async (transaction, forum) => {
    const dialogs = await lockChosenDialogs(transaction, forum, chosen);
    if (onlyOffered) await refuseOtherStates(transaction, forum, { ids: idsOf(dialogs), state });
    const closes = state !== null && (forum.states.find(({ name }) => name === state)?.closed ?? true);
    const rows = await transaction.any<{ id: number }>(
      updateState([forum.id, idsOf(dialogs), state, closes]),
    );
    const marked = new Set(idsOf(rows));
    const { toChange, outcome } = divide(dialogs, ({ id }) => marked.has(id));
    const events = toChange.map(({ id: dialog_id }) => ({ dialog_id, details: { state } }));
    return { events, visible: rows.length > 0, result: outcome };
  });
}

/**
 * Refuses a state that the forum does not define, or not for the kind of a dialog, unless the dialog has it already.
 * @throws AppError `invalid`
 */
export async function refuseOtherStates(
  transaction: Executor,
  { id: forumId, states }: Forum,
  { ids, state }: { ids: readonly number[]; state: string | null },
): Promise<void> {
  if (state === null) return;
  const offered = states.find(({ name }) => name === state);
  const rows = await transaction.any<{ title: string }>(
    listOtherKinds([forumId, ids, offered?.topics ?? [], state]),
  );
  if (rows.length === 0) return;
  const titles = rows.map(({ title }) => title).join(', ');
  const message = offered ? `The state ${state} is not for ${titles}.` : `The state ${state} is not offered.`;
  throw new AppError('invalid', message, {
    fields: { state: [message] },
    reason: offered ? 'stateOfOtherKinds' : 'stateNotOffered',
    values: { titles },
  });
}

const updateWaiting = sql`
  -- $3 whether they wait again, since the time $4 or else their latest activity; snoozed ones do not wait yet
  update dialogs d
  set waiting_since = case when $3 then least(coalesce($4::timestamptz, d.last_activity), now()) end
  where d.forum_id = $1 and d.id = any ($2::bigint[]) 
    and case when $3 then d.waiting_since is null or d.waiting_since > now() else d.waiting_since is not null end
  returning d.id
`;

/**
 * Takes dialogs out of the queue of editors until someone posts again, or puts them back, snoozed ones as well.
 * @param since when they had begun to wait; by default they wait since their latest activity
 * @throws AppError `not-found`
 */
export function setWaiting(
  database: Executor,
  moderation: Moderation,
  { waiting, since, ...chosen }: ChosenDialogs & { waiting: boolean; since?: Date | undefined },
): Promise<Outcome> {
  return moderate(database, moderation, async (transaction, forum) => {
    const dialogs = await lockChosenDialogs(transaction, forum, chosen);
    const rows = await transaction.any<{ id: number }>(
      updateWaiting([forum.id, idsOf(dialogs), waiting, since]),
    );
    const changed = new Set(idsOf(rows));
    const { toChange, outcome } = divide(dialogs, ({ id }) => changed.has(id));
    const events = toChange.map(({ id: dialog_id }) => ({ dialog_id }));
    return { events, visible: false, result: outcome };
  });
}

const updateTopic = sql`
  update dialogs d
  set topic = $3
  where d.forum_id = $1 and d.id = any($2::bigint[])
`;

interface NewTopic extends ChosenDialogs {
  topic: Topic;
  /** Moves only dialogs that have this one. */
  from?: Topic | undefined;
}

/**
 * Moves dialogs to another topic.
 * @returns with the topics of the changed ones before
 * @throws AppError `invalid` for one that the forum does not offer; `not-found`
 */
export function setTopic(
  database: Executor,
  moderation: Moderation,
  { topic, from, ...chosen }: NewTopic,
): Promise<Outcome & { former: ReadonlyMap<number, Topic> }> {
  return moderate(database, moderation, async (transaction, forum) => {
    if (!forum.topics.includes(topic)) throw notOffered(forum.slug);
    const dialogs = await lockChosenDialogs(transaction, forum, chosen);
    const { toChange, outcome } = divide(
      dialogs,
      (dialog) => dialog.topic !== topic && (from === undefined || dialog.topic === from),
    );
    if (toChange.length > 0) {
      await transaction.none(updateTopic([forum.id, outcome.changed, topic]));
      await queueChanged(transaction, forum.id, outcome.changed);
      await uncountDialogs(transaction, forum.id, toChange);
      const moved = toChange.map(({ archived }) => ({ topic, archived }));
      await countDialogs(transaction, forum.id, moved);
    }
    const events = toChange.map(({ id }) => ({ dialog_id: id, details: { topic } }));
    const former = new Map(toChange.map((dialog) => [dialog.id, dialog.topic]));
    return { events, visible: toChange.length > 0, result: { ...outcome, former } };
  });
}

function notOffered(slug: string): AppError {
  const message = `${slug} does not offer this topic.`;
  return new AppError('invalid', message, { fields: { topic: [message] }, reason: 'topicNotOffered' });
}

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

/** The dialogs that were archived or restored, and those that already were. */
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
