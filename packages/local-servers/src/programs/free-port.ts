import { randomInt } from 'node:crypto';
import { createServer } from 'node:http';
import { startListening, stopListening } from '@guidepost/service-kit';

/** Below those that systems give away themselves, to servers that ask for any and to connections. */
const [FIRST_PORT, LAST_PORT] = [20_000, 32_000];

/**
 * Makes sure that a program will get its port of loopback, before anything is started for it.
 * @throws AppError `unavailable`, one line that begins with `variable`, when it is taken
 */
export async function requireFreePort(port: number, variable: string): Promise<void> {
  const probe = createServer();
  await startListening(probe, { host: '127.0.0.1', port, variable });
  await stopListening(probe, 0);
}

/** A port of loopback that nothing listened on a moment ago, and that nobody gets by chance a moment later. */
export async function anyFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST_PORT, LAST_PORT);
    const isFree = await requireFreePort(port, 'the port').then(
      () => true,
      () => false,
    );
    if (isFree) return port;
  }
}
