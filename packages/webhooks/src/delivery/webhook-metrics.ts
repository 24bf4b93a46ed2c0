import { type Database, preparedStatement } from '@guidepost/postgres';
import { type Metrics, readTogether } from '@guidepost/service-kit';
import type { AttemptOutcome } from './finish-attempt.ts';

interface WaitingDeliveries {
  waiting: number;
  oldest: number;
  failing: number;
}

const OUTCOMES: readonly AttemptOutcome[] = ['delivered', 'postponed', 'set-aside', 'ended', 'obsolete'];

const countWaiting = preparedStatement(new URL('../sql/waiting-deliveries.sql', import.meta.url));

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
