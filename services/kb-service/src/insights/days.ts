const DAY = 86_400_000;

/** UTC days as in ISO 8601: `2026-11-23`. */
export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

export interface Period {
  /** The first and the last day. */
  from: string;
  to: string;
  /** What the days of the period are summed up by. */
  step: 'day' | 'month';
}

/** Days of which the counts of each are kept. */
export const MOST_SINGLE_DAYS = 92;

/**
 * The last days, today included. More than {@link MOST_SINGLE_DAYS} begin with the whole month of the first one, so that no
 * day is missing.
 */
export function lastDays(days: number, now = Date.now()): Period {
  const to = dayOf(now);
  if (days <= MOST_SINGLE_DAYS) return { from: dayOf(now - (days - 1) * DAY), to, step: 'day' };
  return { from: monthsBefore(dayOf(now - (days - 1) * DAY), 0), to, step: 'month' };
}

/** The days of a period, or the first days of its months. */
export function stepsOf({ from, to, step }: Period): string[] {
  const steps: string[] = [];
  for (let day = from; day <= to; day = step === 'day' ? dayOf(Date.parse(day) + DAY) : monthsBefore(day, -1))
    steps.push(day);
  return steps;
}

/** The first day of the month. */
function monthsBefore(day: string, months: number): string {
  const [year = '', month = ''] = day.split('-');
  return dayOf(Date.UTC(Number(year), Number(month) - 1 - months));
}
