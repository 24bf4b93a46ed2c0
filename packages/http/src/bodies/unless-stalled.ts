import type { IncomingMessage } from 'node:http';
import { AppError } from '@guidepost/service-kit';

/**
 * Awaits the reading of a request's body. Throws AppError `timeout` when no byte arrives for the server's socket
 * timeout (`server.setTimeout`), or when reading exceeds `arrival` milliseconds. The caller must then stop reading.
 */
export async function unlessStalled<Result>(
  request: IncomingMessage,
  reading: Promise<Result>,
  arrival?: number,
): Promise<Result> {
  const stalled = Promise.withResolvers<never>();
  // Without a listener, Node closes the connection without a response.
  const giveUp = () =>
    stalled.reject(new AppError('timeout', 'The rest of the request body did not arrive.'));
  request.once('timeout', giveUp);
  const late = arrival === undefined ? undefined : setTimeout(giveUp, arrival);
  try {
    return await Promise.race([reading, stalled.promise]);
  } finally {
    clearTimeout(late);
    request.off('timeout', giveUp);
  }
}
