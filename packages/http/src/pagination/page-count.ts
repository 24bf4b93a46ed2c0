/** The number of pages of `size` items for `total` items; 0 for none. */
export function pageCount(total: number, size: number): number {
  return Math.ceil(total / size);
}
