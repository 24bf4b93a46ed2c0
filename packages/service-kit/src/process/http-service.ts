import type { Server } from 'node:http';
import type { Worker } from '../background/background-work.ts';
import type { Health } from '../health/health.ts';
import type { Logger } from '../logging/logger.ts';
import { createMetricsServer, type Metrics } from '../metrics/metrics.ts';
import { type ListenAddress, startListening, stopListening } from './listening.ts';
import type { Service } from './run.ts';

export interface HttpServiceOptions {
  /** Answers requests. */
  server: Server;
  address: ListenAddress;
  metricsAddress: ListenAddress;
  health: Health;
  logger: Logger;
  metrics: Metrics;
  /** What must be done before anybody is served, such as bringing the schema up to date. */
  prepare(): Promise<void>;
  /** What goes on beside the requests, from when they are served until the last one is. */
  worker: Worker;
  /** Closes what everything else used. */
  close(): Promise<void>;
}

/** How long requests under way may take when the process stops, in milliseconds. */
const GRACE = 20_000;

/** A service that answers requests, with `/metrics` on a port of its own. Its log says `ready`, with the port. */
export function createHttpService(options: HttpServiceOptions): Service {
  const { server, address, metricsAddress, health, logger, worker } = options;
  const metricsServer = createMetricsServer(options.metrics);
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
      await stopListening(server, GRACE);
      await stopListening(metricsServer, GRACE);
      await worker.stop();
      await options.close();
    },
  };
}
