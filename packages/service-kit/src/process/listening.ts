import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { AppError } from '../errors/app-error.ts';

export interface ListenAddress {
  host: string;
  port: number;
  /** The environment variable that sets the port, for error messages. */
  variable: string;
}

/**
 * Resolves with the port once the server accepts connections; port 0 lets the system choose.
 * @throws AppError `unavailable`, one line naming the variable, when it cannot listen there
 */
export function startListening(server: Server, { host, port, variable }: ListenAddress): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  server.once('error', (error: NodeJS.ErrnoException) => reject(explain(error, { host, port, variable })));
  server.listen(port, host, () => {
    const address = server.address();
    resolve(typeof address === 'object' && address ? address.port : port);
  });
  return promise;
}

/** Milliseconds in which requests that were on their way arrive over connections that were idle. */
const LAST_REQUESTS = 200;

/**
 * Stops accepting, waits for requests under way, and closes the rest after `grace` milliseconds. Connections that clients
 * keep open end with the answer to their next request; otherwise the last one would be cut off unanswered.
 */
export function stopListening(server: Server, grace: number): Promise<void> {
  if (!server.listening) return Promise.resolve();
  server.prependListener('request', (_request, response) => response.setHeader('Connection', 'close'));
  const { promise, resolve } = Promise.withResolvers<void>();
  const timers = [
    setTimeout(() => server.closeIdleConnections(), Math.min(LAST_REQUESTS, grace)),
    setTimeout(() => server.closeAllConnections(), grace),
  ];
  // An HTTP server's own would close connections whose requests have arrived and were not read yet.
  NetServer.prototype.close.call(server, () => {
    for (const timer of timers) clearTimeout(timer);
    resolve();
  });
  return promise;
}

function explain(error: NodeJS.ErrnoException, { host, port, variable }: ListenAddress): Error {
  const address = `${host}:${port}`;
  if (error.code === 'EADDRINUSE') {
    return new AppError('unavailable', `${variable}: another program already listens on ${address}.`, {
      cause: error,
    });
  }
  if (error.code === 'EACCES') {
    return new AppError('unavailable', `${variable}: not permitted to listen on ${address}.`, {
      cause: error,
    });
  }
  return new AppError('unavailable', `${variable}: cannot listen on ${address} (${error.code}).`, {
    cause: error,
  });
}
