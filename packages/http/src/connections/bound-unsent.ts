import type { ServerResponse } from 'node:http';
import type { ConnectionMiddleware } from './connection-middleware.ts';

/** What is smaller is not looked at: the buffers of the connection itself are as large. */
const SMALLEST = 64_000;

/**
 * A middleware that bounds the bytes of all answers that were made but not yet taken by their clients. When there are
 * more than `maximumBytes`, the connection that has been at it for longest is cut: memory must not depend on how many
 * clients ask for large answers and do not read them.
 */
export function boundUnsent(maximumBytes: number): ConnectionMiddleware {
  const unsent = new Map<ServerResponse, number>();
  let total = 0;

  function release(response: ServerResponse): void {
    total -= unsent.get(response) ?? 0;
    unsent.delete(response);
  }

  return (_request, response, next) => {
    // Everything has been written by then, and what the connection has not taken waits.
    response.once('prefinish', () => {
      const bytes = response.socket?.writableLength ?? 0;
      if (bytes < SMALLEST) return;
      unsent.set(response, bytes);
      total += bytes;
      response.once('close', () => release(response));
      while (total > maximumBytes) {
        const [oldest = response] = unsent.keys();
        release(oldest);
        oldest.destroy();
      }
    });
    next();
  };
}
