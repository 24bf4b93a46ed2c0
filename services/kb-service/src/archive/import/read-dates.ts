const DATE = /^(\d{4})(?:[-/](\d\d?)(?:[-/](\d\d?))?)?(?:[T ] {0,3}(\d\d?:\d\d(?::\d\d(?:\.\d{1,9})?)?))?$/i;
const ZONE = / ?(?:(Z|UTC|GMT)|([+-])(\d\d?)(?::?(\d\d))?)$/i;
const OTHER_ZONE = /(?:[ECMP][SD]T|\))$/i;
const DAY_OR_MONTH_FIRST = /^(\d\d?)[-/.](\d\d?)[-/.](\d{4})(?!\d)/;
const MONTH = /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i;

/**
 * Reads `2026-01-02`, with a time, with a zone as Jekyll writes it, else in UTC; also `2 January 2026`.
 * @returns none if it cannot be read, and both if `03/04/2026` may be of March or of April
 */
export function readDates(text: string): Date[] {
  const written = text.trim().slice(0, 60);
  const [whole = '', first = '', second = '', year = ''] = DAY_OR_MONTH_FIRST.exec(written) ?? [];
  const rest = written.slice(whole.length);
  const orders = whole
    ? [`${year}-${second}-${first}${rest}`, `${year}-${first}-${second}${rest}`]
    : [written];
  return orders.map(readDate).filter((date) => date !== undefined);
}

function readDate(written: string): Date | undefined {
  const zone = /:\d\d/.test(written) ? ZONE.exec(written) : null;
  const parts = DATE.exec(zone ? written.slice(0, zone.index) : written);
  if (!parts) {
    const isDate = MONTH.test(written) && /\d{4}/.test(written);
    return isDate ? validDate(zone || OTHER_ZONE.test(written) ? written : `${written} UTC`) : undefined;
  }
  const [, year, month = '1', day = '1', time = '00:00'] = parts;
  const [, , sign, hours = '', minutes = '00'] = zone ?? [];
  const offset = sign ? `${sign}${twoDigits(hours)}:${minutes}` : 'Z';
  const clock = time.replace(/^\d:/, '0$&');
  return validDate(`${year}-${twoDigits(month)}-${twoDigits(day)}T${clock}${offset}`);
}

const twoDigits = (number: string) => number.padStart(2, '0');

function validDate(text: string): Date | undefined {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/** A date that a guide can have: a time that has been. */
export function dateOf(text: unknown, now: Date): string | undefined {
  const date = new Date(typeof text === 'string' || typeof text === 'number' ? text : Number.NaN);
  const isPast = date.getTime() > 0 && date <= now;
  return isPast ? date.toISOString() : undefined;
}
