import { startTimeSlice } from './time-slice.ts';

/** What is made of each item, in their order. Long work is done in slices, between which the event loop does what else there is. */
export async function eachInTurn<Item, Result>(
  items: Iterable<Item>,
  make: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  const slice = startTimeSlice();
  for (const item of items) {
    results.push(make(item));
    if (slice.isOver) await slice.next();
  }
  return results;
}
