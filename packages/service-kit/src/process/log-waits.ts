import type { Logger } from '../logging/logger.ts';

/** Milliseconds until the first line; each pause between further ones is twice as long. */
const PATIENCE = 2_000;

/** Tells what a start waits for: whenever that changes. */
export type WaitsFor = (what: string) => void;

/** Logs what a start waits for if it takes long, so that it never hangs in silence. */
export async function logWaits<Value>(
  { logger, patience = PATIENCE }: { logger: Logger; patience?: number },
  work: (waitsFor: WaitsFor) => Promise<Value>,
): Promise<Value> {
  let current = 'its first step';
  let timer: NodeJS.Timeout | undefined;
  const schedule = (pause: number) => {
    timer = setTimeout(() => {
      logger.warn({ waitingFor: current }, 'still starting');
      schedule(pause * 2);
    }, pause);
  };
  schedule(patience);
  try {
    return await work((what) => {
      current = what;
    });
  } finally {
    clearTimeout(timer);
  }
}
