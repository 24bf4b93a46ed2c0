import type { Page } from '../../model/listing.ts';

/** Decoded names and values, in order. */
export type Parameters = readonly (readonly [name: string, value: string])[];

export interface PagedList {
  /** Without query: `/knowledge/v1/example.com/guides`. */
  readonly path: string;
  /** The other parameters of the list, in order; those of the page are appended. */
  readonly parameters: Parameters;
  readonly page: Page;
  readonly total: number;
}

/** Relative URLs; `null` for missing pages. */
export interface PageLinks {
  readonly first: string;
  readonly prev: string | null;
  readonly next: string | null;
  readonly last: string;
}

/** An empty list has one page. Behind the end, `prev` is the last page. */
export function pageLinks(list: PagedList): PageLinks {
  const { number, size } = list.page;
  const pages = Math.ceil(list.total / size);
  const start = relativeAddress(list.path, list.parameters);
  const mark = list.parameters.length === 0 ? '?' : '&';
  // `join` avoids a rope, which would take JSON.stringify off its fast path.
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
 * A relative URL with percent-encoded query, brackets included (RFC 3986 §3.4).
 * @throws URIError for lone surrogates, which parsed queries cannot contain
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
