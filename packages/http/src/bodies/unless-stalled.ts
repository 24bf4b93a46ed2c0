import type { IncomingMessage } from 'node:http';
import { AppError } from '@guidepost/service-kit';

/**
 * What comes of reading a request's body, as long as it goes on: throws AppError `timeout` when no byte has come for as
 * long as the server lets connections stand still (`server.setTimeout`), or when it takes longer than `arrival`
 * milliseconds altogether. Whoever reads has to give up by itself then.
 */
export async function unlessStalled<Result>(
  request: IncomingMessage,
  reading: Promise<Result>,
  arrival?: number,
): Promise<Result> {
  const stalled = Promise.withResolvers<never>();
  // Node cuts the connection without a word unless somebody listens.
  const giveUp = () => stalled.reject(new AppError('timeout', 'The rest of the request body did not come.'));
  request.once('timeout', giveUp);
  const late = arrival === undefined ? undefined : setTimeout(giveUp, arrival);
  try {
    return await Promise.race([reading, stalled.promise]);
  } finally {
    clearTimeout(late);
    request.off('timeout', giveUp);
  }
}
