import { refuse } from './refuse.ts';

const DATE = /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}:\d{2}:\d{2})(?:\.(\d{1,9}))?(Z|z|[+-]\d{2}:?\d{2})$/;

/** Tolerance for clock differences. */
const DAY = 86_400_000;

const MICROSECONDS = 6;

/**
 * Normalizes a date to UTC with six fractional digits.
 * @param now default for a missing date
 * @throws AppError `invalid`
 */
export function readDate(sent: string | undefined, place: string, now: Date): string {
  if (sent === undefined) return write(now, '');
  const [, day = '', time = '', fraction = '', zone = ''] = DATE.exec(sent) ?? [];
  const local = Date.parse(`${day}T${time}Z`);
  const instant = Date.parse(`${day}T${time}${zone.toUpperCase()}`);
  // V8 accepts February 31 as a date in March.
  if (Number.isNaN(instant) || !new Date(local).toISOString().startsWith(day))
    refuse(place, 'must be a date with a time and a zone, such as 2026-11-21T13:45:00Z');
  if (instant < 0 || instant > now.getTime() + DAY) refuse(place, 'must be after 1970 and not in the future');
  return write(new Date(instant), fraction);
}

function write(date: Date, fraction: string): string {
  const written = date.toISOString();
  const digits = (fraction || written.slice(20, -1)).slice(0, MICROSECONDS).padEnd(MICROSECONDS, '0');
  return `${written.slice(0, 20)}${digits}Z`;
}
