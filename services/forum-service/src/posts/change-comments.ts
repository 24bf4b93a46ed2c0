import { type Executor, sql } from '@guidepost/postgres';
import type { Forum } from '../model/forum.ts';
import { idsOf } from '../model/listing.ts';
import { divide, type Moderated, type Moderation, moderate, type Outcome } from '../tenants/moderate.ts';
import { eventsOf, lockComments, lockExistingDialogs, refreshDialogs } from './lock-posts.ts';
import { noteAnswers } from './news-for-followers.ts';

const listHeld = sql`
  select c.id
  from comments c
  where c.forum_id = $1 and c.dialog_id = any($2::bigint[]) and c.held
  order by c.id
`;
const release = sql`
  -- Publish held comments with the current time. Official replies wait for no one.
  with released as (
    update comments c
    set held = false, pub_date = now()
    where c.forum_id = $1 and c.id = any($2::bigint[])
    returning c.dialog_id, c.is_org_reply
  )
  update dialogs d
  set waiting_since = least(d.waiting_since, now())
  from released r
  where d.forum_id = $1 and d.id = r.dialog_id and not r.is_org_reply
`;

/** Publishes held comments. @throws AppError `not-found` */
export function releaseComments(
  database: Executor,
  moderation: Moderation,
  ids: readonly number[],
): Promise<Outcome> {
  return moderate(database, moderation, (transaction, forum) => releaseIn(transaction, forum, ids));
}

/** Publishes all held comments of dialogs, of which some may be deleted. @returns the comments */
export function releaseCommentsOf(
  database: Executor,
  moderation: Moderation,
  dialogIds: readonly number[],
): Promise<Outcome> {
  return moderate(database, moderation, async (transaction, forum) => {
    await lockExistingDialogs(transaction, forum.id, dialogIds);
    const held = await transaction.any<{ id: number }>(listHeld([forum.id, dialogIds]));
    return releaseIn(transaction, forum, idsOf(held));
  });
}

async function releaseIn(
  transaction: Executor,
  forum: Forum,
  ids: readonly number[],
): Promise<Moderated<Outcome>> {
  const locked = await lockComments(transaction, forum, ids);
  const { toChange, outcome } = divide(locked, ({ held }) => held);
  if (toChange.length > 0) {
    await transaction.none(release([forum.id, outcome.changed]));
    await noteAnswers(transaction, forum.id, outcome.changed);
    await refreshDialogs(transaction, forum.id, toChange);
  }
  return { events: eventsOf(toChange), visible: toChange.length > 0, result: outcome };
}

const updateOrgReply = sql`
  -- An official reply takes the dialog out of the queue. Returns the dialogs that this took out.
  with marked as (
    update comments c
    set is_org_reply = $3
    where c.forum_id = $1 and c.id = any($2::bigint[])
    returning c.dialog_id, c.held
  )
  update dialogs d
  set waiting_since = null
  where $3 and d.forum_id = $1 and d.waiting_since is not null
    and d.id in (select m.dialog_id from marked m where not m.held)
  returning d.id
`;

interface Marked extends Outcome {
  /** Dialogs that are out of the queue now. */
  answered: number[];
}

/** Marks or unmarks comments as official replies. @throws AppError `not-found` */
export function setOrgReply(
  database: Executor,
  moderation: Moderation,
  { ids, isOrgReply }: { ids: readonly number[]; isOrgReply: boolean },
): Promise<Marked> {
  return moderate(database, moderation, async (transaction, forum) => {
    const locked = await lockComments(transaction, forum, ids);
    const { toChange, outcome } = divide(locked, ({ is_org_reply }) => is_org_reply !== isOrgReply);
    const answered = await transaction.any<{ id: number }>(
      updateOrgReply([forum.id, outcome.changed, isOrgReply]),
    );
    const details = { is_org_reply: isOrgReply };
    return {
      events: eventsOf(toChange, details),
      visible: toChange.length > 0,
      result: { ...outcome, answered: idsOf(answered) },
    };
  });
}
