import { pageCount } from '@guidepost/http';
import type { Page } from '../../model/listing.ts';

/** Names and values, decoded, in the order in which they are to be written. */
export type Parameters = readonly (readonly [name: string, value: string])[];

/** A list of which one page is shown. */
export interface PagedList {
  /** Where the list is, without query: `/knowledge/v1/example.com/guides`. */
  readonly path: string;
  /** The other parameters that shape the list, in a fixed order; the page's own are appended. */
  readonly parameters: Parameters;
  readonly page: Page;
  /** Items on all pages. */
  readonly total: number;
}

/** Relative addresses; `null` where there is no such page. */
export interface PageLinks {
  readonly first: string;
  readonly prev: string | null;
  readonly next: string | null;
  readonly last: string;
}

/**
 * The addresses of a list's pages. A list without items has one page, the first; past the end the previous
 * page is the last one.
 */
export function pageLinks(list: PagedList): PageLinks {
  const { number, size } = list.page;
  const pages = pageCount(list.total, size);
  const start = relativeAddress(list.path, list.parameters);
  const mark = list.parameters.length === 0 ? '?' : '&';
  // Joined, not concatenated: a string that V8 keeps as a tree of its parts takes JSON.stringify off its fast path.
  const address = (target: number) =>
    [start, mark, 'page%5Bnumber%5D=', target, '&page%5Bsize%5D=', size].join('');
  return {
    first: address(1),
    prev: number > 1 && pages > 0 ? address(Math.min(number - 1, pages)) : null,
    next: number < pages ? address(number + 1) : null,
    last: address(Math.max(1, pages)),
  };
}

/**
 * A relative address with its query. Names and values are percent-encoded, brackets too (`%5B`, `%5D`: RFC
 * 3986 §3.4 does not allow raw ones in a query). Throws URIError for a lone surrogate, which a parsed query
 * cannot hold.
 */
export function relativeAddress(path: string, parameters: Parameters): string {
  let address = path;
  let mark = '?';
  for (const [name, value] of parameters) {
    address += `${mark}${encodeURIComponent(name)}=${encodeURIComponent(value)}`;
    mark = '&';
  }
  return address;
}
