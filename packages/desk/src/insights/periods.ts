import type { DeskCall } from '../requests/calls.ts';

/** Of a list on a page; downloads hold more. */
export const SHOWN_ROWS = 10;

/** Days to choose from; the last are called 12 months. */
const PERIODS = [7, 30, 90, 365] as const;
const USUAL_PERIOD = 30;
const MONTHS_OF_A_YEAR = 12;

/** The chosen number of days, today included. */
export function daysOf({ query }: Pick<DeskCall, 'query'>): number {
  return PERIODS.find((days) => String(days) === query.first('days')) ?? USUAL_PERIOD;
}

export function insightsAddress(base: string, days: number): string {
  return `${base}/insights${days === USUAL_PERIOD ? '' : `?days=${days}`}`;
}

/** Links to the periods. */
export function periodLinks({ base, phrasing }: Pick<DeskCall, 'base' | 'phrasing'>, chosen: number) {
  const { dayCount, monthCount } = phrasing.words;
  return PERIODS.map((days) => ({
    label: days === 365 ? phrasing.count(monthCount, MONTHS_OF_A_YEAR) : phrasing.count(dayCount, days),
    address: insightsAddress(base, days),
    isChosen: days === chosen,
  }));
}
