import { AppError } from '@guidepost/service-kit';
import {
  BrokenCircuitError,
  BulkheadRejectedError,
  bulkhead,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  ExponentialBackoff,
  halfJitterGenerator,
  handleWhen,
  wrap,
} from 'cockatiel';
import type { AskEngine } from '../port.ts';
import type { Refusal } from './rules.ts';

/** Milliseconds to wait for an engine before the service answers itself. */
const USUAL_TIME_LIMIT = 1_000;

/** Limits the searches, and their connections, that a hanging engine delays until the breaker opens. */
const MOST_AT_ONCE = 64;

const FAILURES_IN_A_ROW = 5;
const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 30_000;

export interface EngineCallsOptions {
  /** Called when the breaker opens after repeated failures. */
  onOpen: (error: unknown) => void;
  onClose: () => void;
  /** Milliseconds for each question. */
  timeLimit?: number | undefined;
  /** Milliseconds until a failed engine is tried again; doubled each time, up to 30 seconds. */
  pause?: number | undefined;
}

export interface EngineCalls {
  readonly isOpen: boolean;
  ask: AskEngine;
}

export function createEngineCalls(options: EngineCallsOptions): EngineCalls {
  const { onOpen, onClose, timeLimit = USUAL_TIME_LIMIT, pause = FIRST_PAUSE } = options;
  const breaker = circuitBreaker(
    handleWhen((error) => !isRefused(error)),
    {
      breaker: new ConsecutiveBreaker(FAILURES_IN_A_ROW),
      halfOpenAfter: new ExponentialBackoff({
        initialDelay: pause,
        maxDelay: LONGEST_PAUSE,
        generator: halfJitterGenerator,
      }),
    },
  );
  breaker.onBreak((reason) => onOpen('error' in reason ? reason.error : undefined));
  breaker.onReset(onClose);
  const policy = wrap(bulkhead(MOST_AT_ONCE), breaker);
  return {
    get isOpen() {
      return breaker.state !== CircuitState.Closed;
    },
    async ask(question) {
      // Cockatiel's policy would make everyone wait for the probing query.
      if (breaker.state === CircuitState.HalfOpen) throw new BrokenCircuitError();
      return policy.execute(() => withinTime(timeLimit, question));
    },
  };
}

/** Abandons work that ignores the signal. `AbortSignal.timeout` would fire even after a response. */
async function withinTime<Result>(
  timeLimit: number,
  question: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const error = new DOMException('The answer took too long.', 'TimeoutError');
    controller.abort(error);
    reject(error);
  }, timeLimit);
  try {
    return await Promise.race([question(controller.signal), tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

/** Classifies the error of a search. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof BrokenCircuitError) return 'open';
  if (error instanceof BulkheadRejectedError) return 'busy';
  return isRefused(error) ? 'refused' : 'failed';
}

function isRefused(error: unknown): boolean {
  return error instanceof AppError && error.kind === 'invalid';
}
