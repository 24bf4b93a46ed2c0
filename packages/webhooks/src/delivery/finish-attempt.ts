import { type BoundStatement, type Database, type Executor, sql } from '@guidepost/postgres';
import type { Answer } from './send-once.ts';

export interface DueDelivery {
  id: number;
  webhook_id: number;
  tenant_id: number;
  url: string;
  secret: string;
  previous_secret: string | null;
  message_id: string;
  payload: string;
  /** With this one. */
  attempts: number;
}

/** Trouble that owners are told about: events were given up, or the receiver wants no more. */
export interface WebhookTrouble {
  tenantId: number;
  webhookId: number;
  url: string;
  reason: 'set-aside' | 'ended';
}

/** Tells owners in the transaction of what happened; called for each event that is given up. */
export type TellOwners = (transaction: Executor, trouble: WebhookTrouble) => Promise<void>;

/** `obsolete` if the delivery ended or was removed meanwhile. */
export type AttemptOutcome = 'delivered' | 'postponed' | 'set-aside' | 'ended' | 'obsolete';

type Verdict = 'delivered' | 'refused' | 'unavailable' | 'gone';

/** Seconds between attempts at most, for an event that is refused, and for one that its receiver was away for. */
const LONGEST_PAUSE = 4 * 3_600;
const LONGEST_PAUSE_UNAVAILABLE = 15 * 60;

/** Answers of proxies and overloaded servers in place of the receiver. */
const UNAVAILABLE = [429, 502, 503, 504];

const GONE = 410;

export const lockWebhook = sql`
  -- Across tenants: a worker takes what is due next, and finishes it by its id.
  -- Before its deliveries, as its removal does. Changes that queue events do not wait. $1 webhook
  select failing_since is not null as is_failing from webhooks where id = $1 for no key update
`;
const log = sql`
  -- Across tenants: a worker takes what is due next, and finishes it by its id.
  -- $1 delivery, $2 number, $3 milliseconds, $4 status, $5 answer, $6 error. An answer may quote what was sent: it is
  -- not kept if that is to be forgotten.
  insert into webhook_attempts (delivery_id, number, attempted_at, milliseconds, status, answer, error)
  select d.id, $2, now() - make_interval(secs => $3::float8 / 1000), $3, $4,
    case when e.payload is not null then $5 end, $6
  from webhook_deliveries d
  join webhook_events e on e.id = d.event_id
  where d.id = $1
  for share of e
  on conflict do nothing
`;
const end = sql`
  -- $1 delivery, $2 outcome. The next one of the subject follows at once, unless this one did not hold it up.
  with ended as (
    update webhook_deliveries
    set outcome = $2, ended_at = now()
    where id = $1 and ended_at is null
    returning id, webhook_id, subject, event_id, sent_by_hand
  ),
  next as (
    update webhook_deliveries d
    set next_attempt_at = now()
    from ended
    where not ended.sent_by_hand and d.id = (
      select n.id
      from webhook_deliveries n
      where n.webhook_id = ended.webhook_id and n.subject = ended.subject and n.event_id > ended.event_id
        and n.ended_at is null and not n.sent_by_hand
      order by n.event_id
      limit 1
    )
  )
  select id from ended
`;
const postpone = sql`
  -- $1 delivery, $2 whether the failure is its own, $3 seconds of the longest pause. After the failure of a receiver
  -- that was away before, only the pause of the webhook counts, except for what is sent by hand: others go before its
  -- next attempt. Moves all that wait behind it. No row once it is too late.
  with failed as (
    update webhook_deliveries d
    set failures = d.failures + ($2::boolean or d.sent_by_hand)::integer,
      next_attempt_at = case
        when $2::boolean or d.sent_by_hand
        then now() + make_interval(secs => least(5 * 2 ^ least(d.failures, 30), $3::float8))
        else now()
      end
    where d.id = $1 and d.ended_at is null and d.give_up_at > now()
    returning d.id, d.webhook_id, d.subject, d.event_id, d.sent_by_hand, d.next_attempt_at
  ),
  behind as (
    update webhook_deliveries d
    set next_attempt_at = failed.next_attempt_at
    from failed
    where not failed.sent_by_hand and d.webhook_id = failed.webhook_id and d.subject = failed.subject
      and d.event_id > failed.event_id and d.ended_at is null and not d.sent_by_hand
  )
  select id from failed
`;
const expire = sql`
  -- Across tenants: a worker takes what is due next, and finishes it by its id.
  -- Deliveries to a receiver that has not answered for three days, also those behind others. $1 webhook
  update webhook_deliveries d
  set outcome = 'set-aside', ended_at = now()
  from webhooks w
  where w.id = $1 and w.failing_since < now() - interval '3 days'
    and d.webhook_id = w.id and d.ended_at is null and d.give_up_at <= now()
  returning d.id
`;
const noteFailing = sql`
  -- Across tenants: a worker takes what is due next, and finishes it by its id.
  -- The pause before the next attempt is half of the time since the first failure: 5 seconds to 15 minutes.
  update webhooks w
  set failing_since = coalesce(w.failing_since, now()),
    resume_at = now() + least(
      greatest((now() - coalesce(w.failing_since, now())) / 2, interval '5 seconds'), interval '15 minutes'
    )
  where w.id = $1
`;
const noteAnswering = sql`
  -- Across tenants: a worker takes what is due next, and finishes it by its id.
  -- Deliveries that waited for the receiver to come back are due: they had no pause of their own.
  update webhooks set failing_since = null, resume_at = now() where id = $1 and failing_since is not null
`;
const endWebhook = sql`
  -- Across tenants: a worker takes what is due next, and finishes it by its id.
  -- Sets everything aside that waits. No row if it has ended before.
  with ended as (
    update webhooks set ended_at = now() where id = $1 and ended_at is null returning id
  ),
  waiting as (
    update webhook_deliveries d
    set outcome = 'set-aside', ended_at = now()
    from ended
    where d.webhook_id = ended.id and d.ended_at is null
  )
  select id from ended
`;

/** Writes an attempt to the log, and what follows from it. */
export function finishAttempt(
  database: Database,
  delivery: DueDelivery,
  { answer, milliseconds, tellOwners }: { answer: Answer; milliseconds: number; tellOwners: TellOwners },
): Promise<AttemptOutcome> {
  return database.tx('finish-webhook-attempt', async (transaction) => {
    const { id, webhook_id: webhookId, tenant_id: tenantId, url, attempts } = delivery;
    const webhook = await transaction.oneOrNone<{ is_failing: boolean }>(lockWebhook([webhookId]));
    if (!webhook) return 'obsolete';
    const { status = null, text = null, error = null } = answer;
    await transaction.none(log([id, attempts, Math.round(milliseconds), status, text, error]));
    const outcome = await settle(transaction, delivery, {
      verdict: verdictOf(answer),
      wasFailing: webhook.is_failing,
    });
    if (outcome === 'set-aside' || outcome === 'ended')
      await tellOwners(transaction, { tenantId, webhookId, url, reason: outcome });
    return outcome;
  });
}

function verdictOf({ status }: Answer): Verdict {
  if (status === undefined || UNAVAILABLE.includes(status)) return 'unavailable';
  if (status === GONE) return 'gone';
  return status >= 200 && status < 300 ? 'delivered' : 'refused';
}

async function settle(
  transaction: Executor,
  { id, webhook_id: webhook }: DueDelivery,
  { verdict, wasFailing }: { verdict: Verdict; wasFailing: boolean },
): Promise<AttemptOutcome> {
  const hasRows = async (bound: BoundStatement) => (await transaction.any(bound)).length > 0;
  switch (verdict) {
    case 'gone':
      return (await hasRows(endWebhook([webhook]))) ? 'ended' : 'obsolete';
    case 'delivered':
      await transaction.none(noteAnswering([webhook]));
      return (await hasRows(end([id, 'delivered']))) ? 'delivered' : 'obsolete';
    case 'refused':
      await transaction.none(noteAnswering([webhook]));
      if (await hasRows(postpone([id, true, LONGEST_PAUSE]))) return 'postponed';
      return (await hasRows(end([id, 'set-aside']))) ? 'set-aside' : 'obsolete';
    case 'unavailable': {
      await transaction.none(noteFailing([webhook]));
      const isPostponed = await hasRows(postpone([id, !wasFailing, LONGEST_PAUSE_UNAVAILABLE]));
      const isSetAside = !isPostponed && (await hasRows(end([id, 'set-aside'])));
      const haveExpired = await hasRows(expire([webhook]));
      if (isSetAside || haveExpired) return 'set-aside';
      return isPostponed ? 'postponed' : 'obsolete';
    }
  }
}
