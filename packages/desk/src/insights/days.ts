const DAY = 86_400_000;

/** UTC days as in ISO 8601: `2026-11-23`. */
export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** The unit by which the days of a period are summed up. Weeks begin on Monday. */
export type StepOfTime = 'day' | 'week' | 'month';

export interface Period {
  /** The first and the last day. */
  from: string;
  to: string;
  step: StepOfTime;
}

/** Days of which the counts of each are kept. */
export const MOST_SINGLE_DAYS = 92;

/** Days that counts are kept: 25 months. Counts go by whole months. */
export const KEPT_DAYS = 761;

export interface PeriodOptions {
  /** By default days, and months for more than {@link MOST_SINGLE_DAYS}. */
  step?: StepOfTime;
  /** Milliseconds since 1970. */
  now?: number;
}

/** The last days, today included, from the beginning of the first week or month, so that none is incomplete. */
export function lastDays(
  days: number,
  { step = days <= MOST_SINGLE_DAYS ? 'day' : 'month', now = Date.now() }: PeriodOptions = {},
): Period {
  return { from: startOf(step, dayOf(now - (days - 1) * DAY)), to: dayOf(now), step };
}

/** A stretch of days, both included. */
export type Days = Pick<Period, 'from' | 'to'>;

/** As many days before a period as it has, to compare with. */
export function daysBefore({ from, to }: Days): Days {
  const [first, last] = [Date.parse(from), Date.parse(to)];
  return { from: dayOf(first - (last - first) - DAY), to: dayOf(first - DAY) };
}

/** The day from which on counts are read to know those of some days: months that have been summed up are whole. */
export function countedFrom({ from }: Days): string {
  return startOf('month', from);
}

/** Whether some days are so long ago that their counts are in the sums of months. */
export function isSummedUp({ from }: Days, now = Date.now()): boolean {
  return from < startOf('month', dayOf(now - MOST_SINGLE_DAYS * DAY));
}

/**
 * Sums up the counts of some days. Of months that have been summed up it takes as much as they have of these days.
 * @param counts of days from {@link countedFrom} on; those of such a month are on its first day
 */
export function sumOfDays<Row extends { day: string }>(
  counts: readonly Row[],
  { days, of, now = Date.now() }: { days: Days; of: (row: Row) => number; now?: number },
): number {
  const singleFrom = startOf('month', dayOf(now - MOST_SINGLE_DAYS * DAY));
  const [first, end] = [Date.parse(days.from), Date.parse(days.to) + DAY];
  const shareOf = (day: string) => {
    if (day >= singleFrom) return Number(day >= days.from && day <= days.to);
    const [begins, ends] = [Date.parse(startOf('month', day)), Date.parse(nextOf('month', day))];
    return Math.max(0, Math.min(ends, end) - Math.max(begins, first)) / (ends - begins);
  };
  return Math.round(counts.reduce((sum, row) => sum + of(row) * shareOf(row.day), 0));
}

/** The days of a period, or the first days of its weeks or months. */
export function stepsOf({ from, to, step }: Period): string[] {
  const steps: string[] = [];
  for (let day = from; day <= to; day = nextOf(step, day)) steps.push(day);
  return steps;
}

function startOf(step: StepOfTime, day: string): string {
  if (step === 'day') return day;
  if (step === 'month') return `${day.slice(0, 7)}-01`;
  const sinceMonday = (new Date(day).getUTCDay() + 6) % 7;
  return dayOf(Date.parse(day) - sinceMonday * DAY);
}

function nextOf(step: StepOfTime, day: string): string {
  if (step !== 'month') return dayOf(Date.parse(day) + (step === 'day' ? 1 : 7) * DAY);
  const [year, month] = day.split('-').map(Number);
  return dayOf(Date.UTC(year ?? 0, month ?? 0));
}
