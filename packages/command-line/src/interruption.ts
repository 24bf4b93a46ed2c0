import { AppError } from '@guidepost/service-kit';

export interface Interruption {
  /** Aborted with an AppError. */
  signal: AbortSignal;
  stopWatching(): void;
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Watches for the first signal, whose message tells the `outcome`; the second exits the process. */
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
