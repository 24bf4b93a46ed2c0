/** Milliseconds for the simplest request to an engine. */
const TIMEOUT = 5_000;

/** Adds a time limit, since an engine may hang. */
export async function withTimeout<T>(ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(TIMEOUT);
  try {
    return await ask(signal);
  } catch (cause) {
    throw signal.aborted ? new Error(`no answer in ${TIMEOUT / 1_000} s`, { cause }) : cause;
  }
}

/** Stops waiting when the signal is aborted; the work continues. */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort);
  return Promise.race([work, aborted]).finally(() => signal.removeEventListener('abort', abort));
}
