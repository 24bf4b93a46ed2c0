import type { Metrics } from '@guidepost/service-kit';
import type { RateLimiter } from './rate-limit.ts';

/** Wraps a limiter so that what it refuses is counted. */
export type CountRefusals = <Limiter extends RateLimiter>(name: string, limiter: Limiter) => Limiter;

export function countRefusals({ addCounter }: Pick<Metrics, 'addCounter'>): CountRefusals {
  const count = addCounter({
    name: 'rate_limited_total',
    help: 'Requests that were refused because there were too many, by limit',
    labelNames: ['limit'],
  });
  return (limit, limiter) => {
    count({ limit }, 0);
    return {
      ...limiter,
      take(subject) {
        const taken = limiter.take(subject);
        if (taken instanceof Promise) {
          return taken.then((allowance) => {
            if (!allowance.allowed) count({ limit });
            return allowance;
          });
        }
        if (!taken.allowed) count({ limit });
        return taken;
      },
    };
  };
}

/** @returns to be called when the table of limits can no longer be reached, and when it can again */
export function measureSharing({ addGauge }: Pick<Metrics, 'addGauge'>): (shared: boolean) => void {
  let isShared = true;
  addGauge({
    name: 'rate_limits_shared',
    help: 'Whether limits are counted for all instances together (1) or by each alone (0)',
    read: () => [{ labels: {}, value: Number(isShared) }],
  });
  return (shared) => {
    isShared = shared;
  };
}
