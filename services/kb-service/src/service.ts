import type { Server } from 'node:http';
import { createHttpServer } from '@guidepost/http';
import { closeDatabase, migrate, openDatabase } from '@guidepost/postgres';
import {
  AppError,
  createMetricsServer,
  type Service,
  startListening,
  stopListening,
} from '@guidepost/service-kit';
import { createApp } from './app.ts';
import type { Config } from './config.ts';
import type { Context } from './context.ts';
import { errorAnswer } from './json-api/error-answer.ts';
import { SEED_MOUNT } from './json-api/mount.ts';
import { MIGRATIONS } from './schema.ts';

/** How long requests under way may take when the process stops, in milliseconds. */
const GRACE = 20_000;

/** The running service: schema, API and metrics. */
export function createService(context: Context, { stalled }: { stalled?: number } = {}): Service {
  const { config, health, logger, metrics } = context;
  const server = createHttpServer(createApp(context), {
    stalled,
    representClientError: (error) => errorAnswer(error, SEED_MOUNT.shape.version),
  });
  const metricsServer: Server = createMetricsServer(metrics);

  return {
    async start() {
      const applied = await bringUpToDate(config);
      if (applied.length > 0) logger.info({ applied }, 'schema brought up to date');
      await startListening(metricsServer, {
        host: config.KB_METRICS_HOST,
        port: config.KB_METRICS_PORT,
        variable: 'KB_METRICS_PORT',
      });
      const port = await startListening(server, {
        host: config.HOST,
        port: config.KB_PORT,
        variable: 'KB_PORT',
      });
      context.searchWorker.start();
      logger.info({ host: config.HOST, port }, 'ready');
    },
    async stop() {
      health.stopping();
      await stopListening(server, GRACE);
      await stopListening(metricsServer, GRACE);
      await context.searchWorker.stop();
      await context.close();
    },
  };
}

/**
 * On a connection without the time limits of requests: a migration of a large table, or another instance that is at it,
 * may take minutes.
 * @throws AppError `unavailable` in one line, with what the server or the network said, which names no secret
 */
async function bringUpToDate({ KB_DATABASE_URL: url }: Config): Promise<string[]> {
  const database = openDatabase({
    url,
    poolSize: 1,
    applicationName: 'guidepost kb migrate',
    statementTimeout: 0,
  });
  try {
    return await migrate(database, MIGRATIONS);
  } catch (error) {
    if (error instanceof AppError || !(error instanceof Error) || !('code' in error)) throw error;
    throw new AppError('unavailable', `KB_DATABASE_URL: ${error.message}`, { cause: error });
  } finally {
    await closeDatabase(database);
  }
}
