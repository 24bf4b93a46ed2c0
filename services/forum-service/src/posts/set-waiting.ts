import { type Executor, sql } from '@guidepost/postgres';
import { idsOf } from '../model/ids-of.ts';
import { divide, type Moderation, moderate, type Outcome } from '../tenants/moderate.ts';
import { type ChosenDialogs, lockChosenDialogs } from './lock-dialogs.ts';

const update = sql`
  -- $3 whether they wait again, since their latest activity
  update dialogs d
  set waiting_since = case when $3 then d.last_activity end
  where d.forum_id = $1 and d.id = any ($2::bigint[]) and (d.waiting_since is not null) <> $3
  returning d.id
`;

/** Takes dialogs out of the queue of editors until someone posts again, or puts them back. @throws AppError `not-found` */
export function setWaiting(
  database: Executor,
  moderation: Moderation,
  { waiting, ...chosen }: ChosenDialogs & { waiting: boolean },
): Promise<Outcome> {
  return moderate(database, moderation, async (transaction, forum) => {
    const dialogs = await lockChosenDialogs(transaction, forum, chosen);
    const rows = await transaction.any<{ id: number }>(update([forum.id, idsOf(dialogs), waiting]));
    const changed = new Set(idsOf(rows));
    const { toChange, outcome } = divide(dialogs, ({ id }) => changed.has(id));
    const events = toChange.map(({ id: dialog_id }) => ({ dialog_id }));
    return { events, visible: false, result: outcome };
  });
}
