import { createServer } from 'node:http';
import { createHealth } from '../../index.ts';
import { createHttpService, createLogger, createMetrics, runService } from '../index.ts';

// With `endless` as its argument, its work does not end on request. Logs each request and prints its port on standard
// error. `/burst` logs more than the buffer holds, `/fail` throws.
const logger = createLogger({ service: 'test', level: 'info' });
const server = createServer((request, response) => {
  const lines = request.url === '/burst' ? 10_000 : 1;
  for (let line = 0; line < lines; line += 1) {
    logger.info({ path: request.url, text: 'x'.repeat(500) }, 'request');
  }
  response.end('answered');
  if (request.url === '/fail') throw new Error('a defect');
});
server.on('listening', () => {
  const address = server.address();
  if (typeof address === 'object' && address) process.stderr.write(`port ${address.port}\n`);
});

const metrics = createMetrics('test');
const isEndless = process.argv.includes('endless');
const stopTimeout = isEndless ? 2_100 : 20_000;

await runService({
  name: 'test',
  variables: {},
  environment: { variables: {} },
  readConfig: () => ({}),
  create: async () => ({
    logger,
    metrics,
    stopTimeout,
    service: createHttpService({
      server,
      address: { host: '127.0.0.1', port: 0, variable: 'PORT' },
      metricsAddress: { host: '127.0.0.1', port: 0, variable: 'METRICS_PORT' },
      health: createHealth({}, {}),
      logger,
      metrics,
      prepare: async () => {},
      worker: {
        start: () => {},
        stop: () => (isEndless ? new Promise(() => {}) : Promise.resolve()),
      },
      close: async () => {},
      stopTimeout,
    }),
  }),
});
