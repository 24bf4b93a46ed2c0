import { AppError } from '@guidepost/service-kit';
import type pg from 'pg';

/** Milliseconds that the first in the queue for a connection has waited when no more may join it. */
const LONGEST_WAIT = 1_000;

type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, release: () => void) => void;

/**
 * Refuses work at once while other work has waited long for a connection. Otherwise all requests to a slow database wait
 * for seconds, most of them in vain, and those that wait when it recovers hold up all that follow.
 */
export function shedLoad(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool) as (connected: Connected) => void;
  /** When each began to wait, oldest first. */
  const queue = new Set<{ since: number }>();

  function connectUnlessLate(connected: Connected): void {
    const isFull = pool.idleCount === 0 && pool.totalCount === pool.options.max;
    if (!isFull) return void connect(connected);
    const now = performance.now();
    const first = queue.values().next().value;
    if (first && now - first.since > LONGEST_WAIT) return void connected(tooSlow(), undefined, () => {});
    const turn = { since: now };
    queue.add(turn);
    connect((...answer) => {
      queue.delete(turn);
      connected(...answer);
    });
  }

  Object.assign(pool, { connect: connectUnlessLate });
}

function tooSlow(): AppError {
  return new AppError('unavailable', 'The database is too slow at the moment.', { retryAfter: 1 });
}
