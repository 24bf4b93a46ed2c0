import type { Logger } from '@guidepost/service-kit';
import type { IndexState } from './rules.ts';

/** Logs once when the service takes over from the engine, and once when the engine is back. */
export interface FallbackLog {
  /** Since when the service has taken over. */
  readonly since: Date | undefined;
  /** Call when requesting the index state; results overtaken by newer ones are ignored. */
  awaitIndexState(): (state: IndexState) => void;
  /** The last queries all failed, the last one with this error. */
  engineFailed(error: unknown): void;
  engineAnswered(): void;
  /** The engine rejects a query, which is our fault; only the first one is logged. */
  engineRefused(error: unknown): void;
}

export function createFallbackLog(logger: Logger, engine: string): FallbackLog {
  let failing: object | undefined;
  let index: IndexState = 'ready';
  let standsIn = false;
  let since: Date | undefined;
  let asked = 0;
  let heard = 0;
  let hasRefused = false;

  function say(): void {
    const because = failing ?? (index === 'ready' ? undefined : { reason: index });
    if (standsIn === (because !== undefined)) return;
    standsIn = because !== undefined;
    since = because && new Date();
    if (because) logger.warn({ engine, ...because }, 'searches are answered by the service itself for now');
    else logger.info({ engine }, 'searches are answered by the search engine again');
  }

  return {
    get since() {
      return since;
    },
    awaitIndexState() {
      asked += 1;
      const order = asked;
      return (state) => {
        if (order < heard) return;
        heard = order;
        index = state;
        say();
      };
    },
    engineFailed(error) {
      failing = { reason: 'failed', code: failureCode(error) };
      say();
    },
    engineAnswered() {
      failing = undefined;
      say();
    },
    engineRefused(error) {
      if (hasRefused) return;
      hasRefused = true;
      logger.warn(
        { engine, code: failureCode(error) },
        'the search engine refuses searches, which the service answers itself',
      );
    },
  };
}

/** An error code only: engines' messages may quote search terms. */
function failureCode(error: unknown): string {
  let name = 'unknown';
  for (let cause = error; typeof cause === 'object' && cause !== null; cause = causeOf(cause)) {
    if ('code' in cause && typeof cause.code === 'string') return cause.code;
    if ('name' in cause) name = String(cause.name);
  }
  return name;
}

function causeOf(error: object): unknown {
  return 'cause' in error ? error.cause : undefined;
}
