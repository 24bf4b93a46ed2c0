/** The interval of readings, in milliseconds. */
const INTERVAL = 5;

/** Requests at most: once so many were answered, more say nothing. */
const MOST_REQUESTS = 30;

export interface WorkBeside<Result> {
  result: Result;
  /** How many requests were answered while the work went on. */
  answered: number;
  /** The milliseconds of this thread's processor time that nothing could interrupt: load of the machine adds none. */
  longestTask: number;
}

/** Runs `work` in this process, and meanwhile sends one request after the other. */
export async function workBeside<Result>(
  work: () => PromiseLike<Result>,
  request: () => PromiseLike<unknown>,
): Promise<WorkBeside<Result>> {
  let longestTask = 0;
  let last = process.threadCpuUsage();
  const timer = setInterval(() => {
    const { user, system } = process.threadCpuUsage(last);
    longestTask = Math.max(longestTask, (user + system) / 1_000);
    last = process.threadCpuUsage();
  }, INTERVAL);
  let isOver = false;
  let answered = 0;
  const working = Promise.resolve(work()).finally(() => {
    isOver = true;
  });
  try {
    while (!isOver && answered < MOST_REQUESTS) {
      await request();
      answered += 1;
    }
    return { result: await working, answered, longestTask };
  } finally {
    clearInterval(timer);
  }
}
