import { AppError } from '@guidepost/service-kit';

/** Ctrl-C, or another's request to end. */
export interface Interruption {
  /** Aborted with an AppError for the person at the terminal. */
  signal: AbortSignal;
  stopWatching(): void;
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/**
 * Watches for the first signal; the second ends the process at once.
 *
 * @param outcome what an interruption leaves behind, for the person at the terminal
 */
export function watchForInterruption(outcome: string): Interruption {
  const controller = new AbortController();
  const interrupt = () => {
    if (controller.signal.aborted) process.exit(1);
    controller.abort(new AppError('unavailable', `Interrupted: ${outcome}`));
  };
  for (const signal of SIGNALS) process.on(signal, interrupt);
  return {
    signal: controller.signal,
    stopWatching() {
      for (const signal of SIGNALS) process.off(signal, interrupt);
    },
  };
}
