import { invalidParameter } from './invalid-parameter.ts';
import type { Query } from './query.ts';

/** What a whole number in a query may be, both ends included, and what it is when it is not sent. */
export interface IntegerRange {
  readonly min: number;
  readonly max: number;
  readonly fallback: number;
}

const DECIMAL_DIGITS = /^[0-9]+$/;

/**
 * Reads a whole number written with decimal digits only (no sign, no exponent, no white space). Throws
 * AppError `invalid`, naming the parameter and the range, for anything else; an empty value is an error.
 */
export function integerParameter(query: Query, name: string, range: IntegerRange): number {
  const text = query.first(name);
  if (text === undefined) {
    return range.fallback;
  }
  // Digits beyond 2⁵³ round to a number that is out of any range of ours, or to Infinity.
  const value = DECIMAL_DIGITS.test(text) ? Number(text) : Number.NaN;
  if (value >= range.min && value <= range.max) {
    return value;
  }
  throw invalidParameter(name, `${name} must be a whole number from ${range.min} to ${range.max}.`);
}
