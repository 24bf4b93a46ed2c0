/** Milliseconds, as long as a small piece of work. */
const LONGEST = 2;

export interface TimeSlice {
  readonly isOver: boolean;
  /** Yields; resolves when the next slice starts. */
  next(): Promise<void>;
}

const waiting: (() => void)[] = [];

/**
 * Long work checks `isOver` and awaits `next()`. Each iteration of the event loop runs one slice of one piece of work,
 * so other events are handled between any two slices.
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

/** Takes steps until the last, which returns a result; a piece of work that is too long for one slice yields in between. */
export async function runInSlices<Result>(
  steps: Generator<void, Result, void>,
  slice: TimeSlice = startTimeSlice(),
): Promise<Result> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (slice.isOver) await slice.next();
  }
}
