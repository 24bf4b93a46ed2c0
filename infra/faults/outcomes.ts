import type { Sent } from './posting.ts';

export interface Audit {
  sent: number;
  acknowledged: number;
  /** By status or code, of all others. */
  others: Map<string, number>;
  /** Not acknowledged, but stored. */
  storedAnyway: number;
  /** What must not be, one line each. */
  wrong: string[];
  /** Messages and webhooks that were delivered more than once, each time with the same id. */
  deliveredAgain: number;
  /** Files without a row, which the daily cleaning deletes. */
  orphans: number;
}

/** How often each status or code came. */
export function countOutcomes(sent: readonly Sent[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const outcome of sent.map((one) => String(one.outcome)))
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  return counts;
}
