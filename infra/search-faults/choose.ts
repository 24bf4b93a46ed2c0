import { randomInt } from 'node:crypto';

/** One of them by chance; undefined when there is none. */
export function choose<Item>(items: readonly Item[]): Item | undefined {
  return items.length === 0 ? undefined : items[randomInt(items.length)];
}
