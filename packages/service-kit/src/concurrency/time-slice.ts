/** In milliseconds; a turn of the event loop takes as long as a small piece of work. */
const LONGEST = 2;

/** How long one piece of long work has held the event loop, and the way to let others in. */
export interface TimeSlice {
  /** Whether the work has held the event loop for long enough. */
  readonly isOver: boolean;
  /** Resolves when the work may go on, in a new slice. */
  next(): Promise<void>;
}

/** Work that waits for its next slice, in the order in which it stopped. */
const waiting: (() => void)[] = [];

/**
 * For work that takes long: where `isOver`, it awaits `next()`. However many do such work at once, the event loop handles
 * everything else between any two slices, since each of its turns has one slice of one of them.
 */
export function startTimeSlice(): TimeSlice {
  let begun = performance.now();
  return {
    get isOver() {
      return performance.now() - begun >= LONGEST;
    },
    async next() {
      await nextTurn();
      begun = performance.now();
    },
  };
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(resumeFirst);
  });
}

function resumeFirst(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(resumeFirst);
}

/** What is made of each item, in their order. Long work is done in slices, between which the event loop does what else there is. */
export async function mapInSlices<Item, Result>(
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
