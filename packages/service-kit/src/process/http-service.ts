import type { Server } from 'node:http';
import type { Worker } from '../background/background-work.ts';
import type { Health } from '../health/health.ts';
import type { Logger } from '../logging/logger.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { createMetricsServer } from '../metrics/metrics-server.ts';
import { type ListenAddress, startListening, stopListening } from './listening.ts';
import { LAST_MOMENTS, type Service } from './run.ts';

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
