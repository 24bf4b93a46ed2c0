import type { Server } from 'node:http';
import { nodeHttp } from '../process/node-http.ts';
import type { Metrics } from './metrics.ts';

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
