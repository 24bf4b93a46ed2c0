import { integerParameter } from '../query/integer-parameter.ts';
import type { Query } from '../query/query.ts';

/** One page of a list. */
export interface Page {
  /** From 1. */
  readonly number: number;
  /** Items on a full page. */
  readonly size: number;
  /** Items before this page; always `(number - 1) * size` and a safe integer. */
  readonly offset: number;
}

const LARGEST_SIZE = 1000;

/**
 * Reads `page[number]` (from 1, as far as offsets stay safe integers) and `page[size]` (1–1000, by default
 * 1000). Throws AppError `invalid`, naming the parameter.
 */
export function parsePage(query: Query): Page {
  const size = integerParameter(query, 'page[size]', { min: 1, max: LARGEST_SIZE, fallback: LARGEST_SIZE });
  const max = Math.floor(Number.MAX_SAFE_INTEGER / size);
  const number = integerParameter(query, 'page[number]', { min: 1, max, fallback: 1 });
  return { number, size, offset: (number - 1) * size };
}

/**
 * The page to answer with when only the first `fitting` items of `page` fit into a body: its size is the
 * largest divisor of the asked size that fits (at least 1), so that the offset stays the same and the pages
 * of the new size still cover every item once.
 */
export function shorten(page: Page, fitting: number): Page {
  let size = Math.min(page.size, Math.max(1, Math.floor(fitting)));
  while (page.size % size !== 0) {
    size -= 1;
  }
  return { number: page.offset / size + 1, size, offset: page.offset };
}

/** How many pages of `size` items hold `total` items; 0 when there are none. */
export function pageCount(total: number, size: number): number {
  return Math.ceil(total / size);
}
