import { type Database, sql } from '@guidepost/postgres';
import { type Metrics, readTogether } from '@guidepost/service-kit';
import type { AttemptOutcome } from './finish-attempt.ts';

interface WaitingDeliveries {
  waiting: number;
  oldest: number;
  failing: number;
}

const OUTCOMES: readonly AttemptOutcome[] = ['delivered', 'postponed', 'set-aside', 'ended', 'obsolete'];

const countWaiting = sql`
  -- Across tenants: a metric counts what waits.
  -- Deliveries of all tenants. Those that receivers ended are not on their way.
  select
    (
      select count(*)
      from webhook_deliveries d
      join webhooks w on w.id = d.webhook_id and w.ended_at is null
      where d.ended_at is null
    ) as waiting,
    (
      select coalesce(extract(epoch from now() - min(e.created_at)), 0)::float8
      from webhook_deliveries d
      join webhooks w on w.id = d.webhook_id and w.ended_at is null
      join webhook_events e on e.id = d.event_id
      where d.ended_at is null
    ) as oldest,
    (select count(*) from webhooks where failing_since is not null and ended_at is null) as failing
`;

/** Counts attempts to deliver events. */
export function countAttempts({ addCounter }: Pick<Metrics, 'addCounter'>) {
  return addCounter({
    name: 'webhook_attempts_total',
    help: 'Attempts to deliver an event to a webhook, by what became of them',
    labelNames: ['outcome'],
    known: OUTCOMES.map((outcome) => ({ outcome })),
  });
}

/** Events on their way for `/metrics`, across all instances. */
export function measureDeliveries({ addGauge }: Pick<Metrics, 'addGauge'>, database: Database): void {
  const read = readTogether(() => database.one<WaitingDeliveries>(countWaiting([])));
  const gauges = [
    ['webhook_deliveries_waiting', 'waiting', 'Events still to be delivered, the same for all instances'],
    ['webhook_deliveries_oldest_seconds', 'oldest', 'Age of the oldest event that is still to be delivered'],
    ['webhooks_failing', 'failing', 'Webhooks whose receiver is unavailable'],
  ] as const;
  for (const [name, column, help] of gauges) {
    addGauge({ name, help, read: async () => [{ labels: {}, value: (await read())[column] }] });
  }
}
