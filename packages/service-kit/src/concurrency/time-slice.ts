/** Milliseconds, as long as a small piece of work. */
const LONGEST = 2;

export interface TimeSlice {
  readonly isOver: boolean;
  /** Yields; resolves when the next slice starts. */
  next(): Promise<void>;
}

/** Slices after which work is long and takes turns with other long work. */
const MOST_AT_ONCE = 16;

/** The share of slices that long work has while there is other work. */
const TURNS_OF_LONG_WORK = 4;

/** More than there is ever work at once. */
const LEAD = 2 ** 40;

interface Waiting {
  /** Work is numbered in the order of its beginning. */
  number: number;
  resume: () => void;
}

/** Ordered by number. */
const shortWork: Waiting[] = [];
const longWork: Waiting[] = [];
let begunWork = 0;
let slices = 0;

/** When the present iteration of the event loop began to run slices; undefined while there are none to run. */
let turn: number | undefined;
let nextResume: NodeJS.Immediate | undefined;

/**
 * Long work checks `isOver` and awaits `next()`. Each iteration of the event loop runs one slice of one piece of work,
 * which others that begin meanwhile share, so other events are handled between any two slices. What began first goes on
 * first, so that of many searches at once most are done early and none later than if they took turns; work of more than
 * 30 ms gets a quarter of the slices.
 * @param goesFirst before all other work, such as that which frees much memory at its end
 */
export function startTimeSlice({ goesFirst = false } = {}): TimeSlice {
  const number = goesFirst ? begunWork - LEAD : begunWork;
  let taken = 1;
  let begun = beginTurn();
  begunWork += 1;
  return {
    get isOver() {
      return performance.now() - begun >= LONGEST;
    },
    async next() {
      await nextTurn(number, taken > MOST_AT_ONCE);
      taken += 1;
      begun = beginTurn();
    },
  };
}

function beginTurn(): number {
  if (turn === undefined) {
    turn = performance.now();
    nextResume = setImmediate(resumeFirst);
  }
  return turn;
}

function nextTurn(number: number, isLong: boolean): Promise<void> {
  beginTurn();
  if (shortWork.length + longWork.length === 0) {
    // After what was asked for meanwhile.
    clearImmediate(nextResume);
    nextResume = setImmediate(resumeFirst);
  }
  return new Promise((resume) => {
    if (isLong) longWork.push({ number, resume });
    else
      shortWork.splice(1 + shortWork.findLastIndex((other) => other.number < number), 0, { number, resume });
  });
}

function resumeFirst(): void {
  turn = undefined;
  slices += 1;
  const isTurnOfLongWork = slices % TURNS_OF_LONG_WORK === 0 && longWork.length > 0;
  const next = isTurnOfLongWork ? longWork.shift() : (shortWork.shift() ?? longWork.shift());
  if (!next) return;
  beginTurn();
  next.resume();
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

/**
 * Takes steps until the last, which returns a result; a piece of work that is too long for one slice yields in between.
 */
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
