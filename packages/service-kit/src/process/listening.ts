import type { Server } from 'node:http';
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

/**
 * Stops accepting, waits for requests under way, and closes the rest after `grace` milliseconds. Connections that clients
 * keep open end with the answer to their next request; otherwise the last one would be cut off unanswered.
 */
export function stopListening(server: Server, grace: number): Promise<void> {
  if (!server.listening) return Promise.resolve();
  server.prependListener('request', (_request, response) => response.setHeader('Connection', 'close'));
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(() => server.closeAllConnections(), grace);
  server.close(() => {
    clearTimeout(timer);
    resolve();
  });
  server.closeIdleConnections();
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
