import { type Executor, sql } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import { idsOf } from '../model/listing.ts';
import { type ChosenDialogs, lockChosenDialogs } from '../posts/lock-posts.ts';
import { divide, type Moderation, moderate, type Outcome } from '../tenants/moderate.ts';

/** Days ahead, in time zones and leap years of all kinds. */
const MOST_DAYS = 368;

const DAY = 86_400_000;

const read = sql`
  select d.id, d.waiting_since
  from dialogs d
  where d.forum_id = $1 and d.id = any($2::bigint[])
`;
const snooze = sql`
  -- Whoever waits since a time to come is not in the queue until then; a comment or a report ends that.
  update dialogs d
  set waiting_since = $3
  where d.forum_id = $1 and d.id = any($2::bigint[])
`;

interface Snooze extends ChosenDialogs {
  /** When they are in the queue again. */
  until: Date;
}

/**
 * Takes dialogs out of the queue of editors until a time, or until someone writes in them. Archived ones stay as they
 * are, since they are in no queue.
 * @returns with when the changed ones had begun to wait; null for those that did not
 * @throws AppError `invalid` for a time that is past or more than a year ahead; `not-found`, `forbidden`
 */
export function snoozeDialogs(
  database: Executor,
  moderation: Moderation,
  { until, ...chosen }: Snooze,
): Promise<Outcome & { former: ReadonlyMap<number, Date | null> }> {
  return moderate(database, moderation, async (transaction, forum) => {
    if (!isWithinAYear(until)) {
      const message = 'The time must be in the future, at most a year ahead.';
      throw new AppError('invalid', message, { fields: { until: [message] }, reason: 'snoozeRule' });
    }
    const dialogs = await lockChosenDialogs(transaction, forum, chosen);
    const waiting = await transaction.any<{ id: number; waiting_since: Date | null }>(
      read([forum.id, idsOf(dialogs)]),
    );
    const since = new Map(waiting.map(({ id, waiting_since }) => [id, waiting_since]));
    const { toChange, outcome } = divide(
      dialogs,
      ({ id, archived, held }) => (held || !archived) && since.get(id)?.getTime() !== until.getTime(),
    );
    await transaction.none(snooze([forum.id, outcome.changed, until]));
    const former = new Map(outcome.changed.map((id) => [id, since.get(id) ?? null]));
    const events = toChange.map(({ id }) => ({ dialog_id: id, details: { until: until.toISOString() } }));
    return { events, visible: false, result: { ...outcome, former } };
  });
}

function isWithinAYear(until: Date): boolean {
  const ahead = until.getTime() - Date.now();
  return ahead > 0 && ahead <= MOST_DAYS * DAY;
}
