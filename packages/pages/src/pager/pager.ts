/** The ways from one page of a list to the next, as `pager.eta` shows them. */
export interface Pager {
  /** From 1. */
  number: number;
  pages: number;
  previous: string | undefined;
  next: string | undefined;
}

/** @param path of the first page; it may have a query */
export function createPager(path: string, { number, pages }: { number: number; pages: number }): Pager {
  return {
    number,
    pages,
    previous: number > 1 ? pageAddress(path, number - 1) : undefined,
    next: number < pages ? pageAddress(path, number + 1) : undefined,
  };
}

/** The address of a page of a list, by that of its first page. */
export function pageAddress(address: string, number: number): string {
  if (number === 1) return address;
  return `${address}${address.includes('?') ? '&' : '?'}page=${number}`;
}
