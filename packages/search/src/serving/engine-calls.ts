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
import type { AskEngine } from '../port/search-engine.ts';
import type { Refusal } from './rules.ts';

/** Whoever searches waits no longer for an engine, in milliseconds; PostgreSQL takes its time afterwards. */
const TIME_LIMIT = 800;

/** An engine that hangs keeps so many searches, and their connections, waiting until the breaker opens. */
const MOST_AT_ONCE = 64;

const FAILURES_IN_A_ROW = 5;
const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 30_000;

export interface EngineCallsOptions {
  /** Hears when nothing more is asked, since the last questions all failed. */
  onOpen: (error: unknown) => void;
  /** Hears when one was answered after that. */
  onClose: () => void;
  /** Milliseconds until an engine that failed is asked once more; each time they double, up to 30 seconds. */
  pause?: number | undefined;
}

/** Questions to an engine that may be slow or away: none takes long, none is asked in vain again and again. */
export interface EngineCalls {
  readonly isOpen: boolean;
  ask: AskEngine;
}

export function createEngineCalls({ onOpen, onClose, pause = FIRST_PAUSE }: EngineCallsOptions): EngineCalls {
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
      // The policy would have everybody wait for the one question that tells whether the engine is back.
      if (breaker.state === CircuitState.HalfOpen) throw new BrokenCircuitError();
      return policy.execute(() => withinTime(question));
    },
  };
}

/**
 * Whatever of the question does not listen to the signal is left to itself. Not by `AbortSignal.timeout`, which goes off
 * although the answer came long ago.
 */
async function withinTime<Result>(question: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const controller = new AbortController();
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const error = new DOMException('The search engine took too long.', 'TimeoutError');
    controller.abort(error);
    reject(error);
  }, TIME_LIMIT);
  try {
    return await Promise.race([question(controller.signal), tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

/** What became of a search, by the error that it ended with. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof BrokenCircuitError) return 'open';
  if (error instanceof BulkheadRejectedError) return 'busy';
  return isRefused(error) ? 'refused' : 'failed';
}

/** The engine is there, but has no use for this very question. */
function isRefused(error: unknown): boolean {
  return error instanceof AppError && error.kind === 'invalid';
}
