import { createServer } from 'node:http';
import { startListening } from '@guidepost/service-kit';

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
