import type { Server } from 'node:http';
import { AppError } from '../errors/app-error.ts';

export interface ListenAddress {
  host: string;
  port: number;
  /** The environment variable that sets the port, for the message when it is taken. */
  variable: string;
}

/**
 * Resolves with the port once the server accepts connections (the system chooses one for port 0).
 * @throws AppError `unavailable`, one line naming the variable, when the address cannot be had
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

/** Stops accepting and waits for requests under way; after the grace period, in milliseconds, it cuts them off. */
export function stopListening(server: Server, grace: number): Promise<void> {
  if (!server.listening) return Promise.resolve();
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
    return new AppError('unavailable', `${variable}: something else listens on ${address} already.`, {
      cause: error,
    });
  }
  if (error.code === 'EACCES') {
    return new AppError('unavailable', `${variable}: no right to listen on ${address}.`, { cause: error });
  }
  return new AppError('unavailable', `${variable}: cannot listen on ${address} (${error.code}).`, {
    cause: error,
  });
}
