import type { Server } from 'node:http';
import { createHttpServer } from '@guidepost/http';
import { bringUpToDate } from '@guidepost/postgres';
import { createHttpService, type Service } from '@guidepost/service-kit';
import { createListener } from './app.ts';
import type { Context } from './context.ts';
import { prepareFileDirectory } from './files/file-directory.ts';
import { representFailure } from './http/represent-failure.ts';
import { MIGRATIONS } from './schema.ts';

/** Milliseconds for the largest file at 350 kbit/s. */
const REQUEST_TIMEOUT = 600_000;

/** The service: migrations, API and metrics. */
export function createService(context: Context, { stalled }: { stalled?: number } = {}): Service {
  const { config, logger } = context;
  const { HOST: host, FORUM_METRICS_HOST: metricsHost, FORUM_DATABASE_URL: url } = config;
  return createHttpService({
    ...context,
    server: createApiServer(context, { stalled }),
    address: { host, port: config.FORUM_PORT, variable: 'FORUM_PORT' },
    metricsAddress: { host: metricsHost, port: config.FORUM_METRICS_PORT, variable: 'FORUM_METRICS_PORT' },
    prepare: async () => {
      await prepareFileDirectory(config.FORUM_FILES_DIRECTORY);
      await bringUpToDate({
        service: 'forum',
        url,
        variable: 'FORUM_DATABASE_URL',
        migrations: MIGRATIONS,
        logger,
      });
    },
  });
}

/** The HTTP server, not yet listening; requests that Node cannot parse also get the API's error format. */
export function createApiServer(
  context: Context,
  { stalled }: { stalled?: number | undefined } = {},
): Server {
  return createHttpServer(createListener(context), {
    stalled,
    arrival: REQUEST_TIMEOUT,
    representClientError: (error) => representFailure(error, { id: undefined }),
  });
}
