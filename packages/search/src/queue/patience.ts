/** Milliseconds within which an engine answers the smallest of questions, or is away. */
const PATIENCE = 5_000;

/** What an engine answers, unless it takes too long: an engine that hangs never says that it does. */
export function withPatience<T>(answer: Promise<T>): Promise<T> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no answer in ${PATIENCE / 1_000} s`)), PATIENCE);
  return Promise.race([answer, tooLate]).finally(() => clearTimeout(timer));
}

/** Ends the wait for some work, not the work itself, when the signal is aborted. */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort);
  return Promise.race([work, aborted]).finally(() => signal.removeEventListener('abort', abort));
}
