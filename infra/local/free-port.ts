import { createServer } from 'node:http';
import { startListening, stopListening } from '@guidepost/service-kit';

/**
 * Makes sure that a service will get its port, before anything is started for it.
 * @throws AppError `unavailable`, one line naming the variable, when it is taken
 */
export async function requireFreePort(port: number, variable: string): Promise<void> {
  const probe = createServer();
  await startListening(probe, { host: '127.0.0.1', port, variable });
  const { promise, resolve } = Promise.withResolvers<void>();
  probe.close(() => resolve());
  await promise;
}

/** A port that nothing listened on a moment ago; for tests. */
export async function anyFreePort(): Promise<number> {
  const probe = createServer();
  const port = await startListening(probe, { host: '127.0.0.1', port: 0, variable: 'the port' });
  await stopListening(probe, 0);
  return port;
}
