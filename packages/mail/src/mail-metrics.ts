import { type Database, sql } from '@guidepost/postgres';
import { type Metrics, readTogether } from '@guidepost/service-kit';

interface WaitingMail {
  waiting: number;
  postponed: number;
  oldest: number;
}

const countWaiting = sql`
  -- Across tenants: a metric counts what waits.
  select count(*) as waiting,
    count(*) filter (where attempts > 0) as postponed,
    coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as oldest
  from outgoing_mail
  where ended_at is null
`;

/** The outcomes of an attempt; `postponed` messages are tried again. */
const MAIL_OUTCOMES = ['sent', 'postponed', 'refused', 'expired'] as const;

/** Counts attempts to send messages. */
export function countMail({ addCounter }: Pick<Metrics, 'addCounter'>) {
  return addCounter({
    name: 'mail_messages_total',
    help: 'Messages by what became of an attempt to send them',
    labelNames: ['outcome'],
    known: MAIL_OUTCOMES.map((outcome) => ({ outcome })),
  });
}

/** Measures the messages on their way for `/metrics`, across all instances. */
export function measureMail({ addGauge }: Pick<Metrics, 'addGauge'>, database: Database): void {
  const read = readTogether(() => database.one<WaitingMail>(countWaiting([])));
  const gauges = [
    ['mail_messages_waiting', 'waiting', 'Messages that are still to be sent, the same for all instances'],
    ['mail_messages_postponed', 'postponed', 'Those of them that could not be sent at least once'],
    ['mail_messages_oldest_seconds', 'oldest', 'Age of the oldest message that is still to be sent'],
  ] as const;
  for (const [name, column, help] of gauges) {
    addGauge({ name, help, read: async () => [{ labels: {}, value: (await read())[column] }] });
  }
}
