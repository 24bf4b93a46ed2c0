import { AppError, type AppErrorDetails, type ErrorKind } from '../errors/app-error.ts';
import { createSemaphore } from './semaphore.ts';

/** The result of a function, or its error for clients: classes of errors do not pass between threads. */
export type Answer<Result> =
  | { result: Result }
  | { refused: { kind: ErrorKind; message: string; details: AppErrorDetails } };

type Task = (input: never) => Promise<Answer<unknown>>;
type InputOf<One> = One extends (input: infer Input) => unknown ? Input : never;
type ResultOf<One> = One extends (input: never) => Promise<Answer<infer Result>> ? Result : never;

/**
 * Runs a function of the module: here if it is short, otherwise on another thread, to which its input is copied.
 * @throws AppError of the function; `unavailable` if too much other work waits; `invalid` if it takes too much time or
 * memory
 */
export type RunTask<Tasks> = <Name extends keyof Tasks & string>(
  name: Name,
  input: InputOf<Tasks[Name]>,
  options: { isShort: boolean },
) => Promise<ResultOf<Tasks[Name]>>;

export interface ThreadOptions<Tasks> {
  /** The exports of the module, made by {@link answering}. */
  tasks: Tasks;
  module: URL;
  /** Milliseconds for one piece of work. */
  timeout: number;
  /** The client's error message after that, or if memory does not suffice. */
  tooMuch: string;
  /** The same if other work takes all threads. */
  busy: string;
}

const MOST_THREADS = 2;

/** The memory of one thread. */
const MEGABYTES = 384;

/** Milliseconds; a thread without work ends and frees its memory. */
const IDLE = 30_000;

const LONGEST_WAIT = 30_000;

/**
 * Runs work that would keep all requests waiting on threads. They start when they are needed and keep no process alive.
 */
export function createThreads<Tasks extends Record<keyof Tasks, Task>>({
  tasks,
  module,
  timeout,
  tooMuch,
  busy,
}: ThreadOptions<Tasks>): RunTask<Tasks> {
  const startPool = once(async () => {
    const { Piscina } = await import('piscina');
    return new Piscina({
      filename: module.href,
      minThreads: 0,
      maxThreads: MOST_THREADS,
      idleTimeout: IDLE,
      // Threads that wait in this way do nothing else.
      atomics: 'disabled',
      resourceLimits: { maxOldGenerationSizeMb: MEGABYTES },
    });
  });
  const withPermit = createSemaphore({ permits: MOST_THREADS, timeout: LONGEST_WAIT, message: busy });
  const runOnThread = (name: string, input: unknown): Promise<Answer<unknown>> =>
    withPermit(async () => {
      const pool = await startPool();
      try {
        return await pool.run(input, { name, signal: AbortSignal.timeout(timeout) });
      } catch (error) {
        throw isOverLimit(error) ? new AppError('invalid', tooMuch, { cause: error }) : error;
      }
    });
  return async <Name extends keyof Tasks & string>(
    name: Name,
    input: InputOf<Tasks[Name]>,
    { isShort }: { isShort: boolean },
  ) => {
    const answer = isShort ? await tasks[name](input as never) : await runOnThread(name, input);
    if ('refused' in answer)
      throw new AppError(answer.refused.kind, answer.refused.message, answer.refused.details);
    return answer.result as ResultOf<Tasks[Name]>;
  };
}

function isOverLimit(error: unknown): boolean {
  const { name, code } = Object(error) as { name?: string; code?: string };
  return name === 'AbortError' || code === 'ERR_WORKER_OUT_OF_MEMORY';
}

/** A function for {@link createThreads}. */
export function answering<Input, Result>(
  task: (input: Input) => Result | Promise<Result>,
): (input: Input) => Promise<Answer<Result>> {
  return async (input) => {
    try {
      return { result: await task(input) };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const { fields } = error.details;
      return {
        refused: { kind: error.kind, message: error.message, details: { ...(fields && { fields }) } },
      };
    }
  };
}

/** A function that creates its value at the first call, shares it with all others, and tries again after a failure. */
export function once<Value>(create: () => Promise<Value>): () => Promise<Value> {
  let created: Promise<Value> | undefined;
  return () => {
    created ??= create().catch((error: unknown) => {
      created = undefined;
      throw error;
    });
    return created;
  };
}
