export interface Pager {
  /** From 1. */
  number: number;
  pages: number;
  previous: string | undefined;
  next: string | undefined;
}

/** @param path the first page's, possibly with a query */
export function createPager(path: string, { number, pages }: { number: number; pages: number }): Pager {
  return {
    number,
    pages,
    previous: number > 1 ? pageAddress(path, number - 1) : undefined,
    next: number < pages ? pageAddress(path, number + 1) : undefined,
  };
}

export function pageAddress(address: string, number: number): string {
  if (number === 1) return address;
  return `${address}${address.includes('?') ? '&' : '?'}page=${number}`;
}
