import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import type { Worker } from '../background/background-work.ts';
import { AppError } from '../errors/app-error.ts';
import type { Health } from '../health/health.ts';
import type { Logger } from '../logging/logger.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { LAST_MOMENTS, type Service } from './run.ts';

export interface ListenAddress {
  host: string;
  port: number;
  /** The environment variable that sets the port, for error messages. */
  variable: string;
}

/** Milliseconds in which requests that were on their way arrive over connections that were idle. */
const LAST_REQUESTS = 200;

/**
 * `node:http`, not imported: an import reads all that a module exports, and so loads Node's WebSocket client, of 4 MB.
 */
export const nodeHttp = process.getBuiltinModule('node:http');

export interface HttpServiceOptions {
  server: Server;
  address: ListenAddress;
  metricsAddress: ListenAddress;
  health: Health;
  logger: Logger;
  metrics: Metrics;
  /** Runs before requests are served, e.g. migrations. */
  prepare(): Promise<void>;
  worker: Worker;
  close(): Promise<void>;
  /** Milliseconds that a stop may take in all; see {@link ServiceProgram}. */
  stopTimeout: number;
}

/** The part of a stop's time that requests under way get; the rest is for what they leave to be written. */
const GRACE = 0.75;

/** A service that answers requests and serves `/metrics` on a separate port. It logs `ready` with its port. */
export function createHttpService(options: HttpServiceOptions): Service {
  const { server, address, metricsAddress, health, logger, worker } = options;
  const metricsServer = createMetricsServer(options.metrics);
  const grace = (options.stopTimeout - LAST_MOMENTS) * GRACE;
  return {
    async start() {
      await options.prepare();
      await startListening(metricsServer, metricsAddress);
      const port = await startListening(server, address);
      worker.start();
      logger.info({ host: address.host, port }, 'ready');
    },
    async stop() {
      health.stopping();
      // Beside each other, since each may wait for a database that does not answer.
      await Promise.all([stopListening(server, grace), stopListening(metricsServer, grace), worker.stop()]);
      await options.close();
    },
  };
}

/** Serves `/metrics` on a separate port, for internal access only. */
export function createMetricsServer({ registry }: Pick<Metrics, 'registry'>): Server {
  return nodeHttp.createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'Content-Type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
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
 * Stops accepting, waits for requests under way, and closes the rest after `grace` milliseconds. Connections that
 * clients keep open end with the answer to their next request; otherwise the last one would be cut off unanswered.
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
