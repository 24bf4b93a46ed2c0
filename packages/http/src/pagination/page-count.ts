/** How many pages of `size` items hold `total` items; 0 when there are none. */
export function pageCount(total: number, size: number): number {
  return Math.ceil(total / size);
}
