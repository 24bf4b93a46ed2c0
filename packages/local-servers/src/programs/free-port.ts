import { randomInt } from 'node:crypto';
import { createServer } from 'node:http';
import { startListening, stopListening } from '@guidepost/service-kit/process';

/** Below the ephemeral ports that systems assign by themselves. */
const [FIRST_PORT, LAST_PORT] = [20_000, 32_000];

/** @throws AppError `unavailable`, one line that begins with `variable`, when the port of loopback is taken */
export async function requireFreePort(port: number, variable: string): Promise<void> {
  const probe = createServer();
  await startListening(probe, { host: '127.0.0.1', port, variable });
  await stopListening(probe, 0);
}

/** A free port of loopback that the system does not assign to others. */
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
