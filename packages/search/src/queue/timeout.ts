/** Milliseconds within which an engine answers the smallest of questions, or is away. */
const TIMEOUT = 5_000;

/** What an engine answers, unless it takes too long: an engine that hangs never says that it does. */
export async function withTimeout<T>(ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(TIMEOUT);
  try {
    return await ask(signal);
  } catch (cause) {
    throw signal.aborted ? new Error(`no answer in ${TIMEOUT / 1_000} s`, { cause }) : cause;
  }
}

/** Ends the wait for some work, not the work itself, when the signal is aborted. */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort);
  return Promise.race([work, aborted]).finally(() => signal.removeEventListener('abort', abort));
}
