import type { Server } from 'node:http';
import { prepareFileDirectory } from '@guidepost/files';
import { createHttpServer } from '@guidepost/http';
import { readMailSettings } from '@guidepost/mail';
import { bringUpToDate } from '@guidepost/postgres';
import { joinWorkers, type Service, type Worker } from '@guidepost/service-kit';
import { createHttpService } from '@guidepost/service-kit/process';
import { offerFirstLink } from '@guidepost/staff';
import { createWebhookDelivery } from '@guidepost/webhooks';
import { createListener } from './app.ts';
import type { Context } from './context.ts';
import { createDescribeEvent } from './http/describe-event.ts';
import { representFailure } from './http/headers.ts';
import { createForumWebhookMail } from './notices/staff-mail.ts';
import { MIGRATIONS } from './schema.ts';
import { listAccountIds } from './tenants/accounts.ts';

/** Milliseconds for the largest file at 350 kbit/s. */
const REQUEST_TIMEOUT = 600_000;

export function createService(context: Context, { stalled }: { stalled?: number } = {}): Service {
  const { config, logger } = context;
  const { HOST: host, FORUM_METRICS_HOST: metricsHost, FORUM_DATABASE_URL: url } = config;
  return createHttpService({
    ...context,
    worker: joinWorkers([context.worker, createWebhookWorker(context)]),
    server: createApiServer(context, { stalled }),
    address: { host, port: config.FORUM_PORT, variable: 'FORUM_PORT' },
    metricsAddress: { host: metricsHost, port: config.FORUM_METRICS_PORT, variable: 'FORUM_METRICS_PORT' },
    stopTimeout: config.STOP_TIMEOUT * 1_000,
    prepare: async () => {
      await prepareFileDirectory(config.FORUM_FILES_DIRECTORY, 'FORUM_FILES_DIRECTORY');
      await bringUpToDate({
        service: 'forum',
        url,
        variable: 'FORUM_DATABASE_URL',
        migrations: MIGRATIONS,
        logger,
      });
      await sayFirstLink(context);
    },
  });
}

/** Here, because what it sends is what the API shows. */
export function createWebhookWorker(context: Context): Worker {
  const { config, background: database, logger, metrics } = context;
  return createWebhookDelivery({
    database,
    config,
    logger,
    metrics,
    describe: createDescribeEvent(context),
    tellOwners: createForumWebhookMail(readMailSettings(config), config.DESK_URL),
  });
}

/** Tells the log how the first person of an empty service begins, without a shell. */
async function sayFirstLink({ config, database, logger }: Context): Promise<void> {
  const isEmpty = async () => (await listAccountIds(database)).length === 0;
  const link = await offerFirstLink(database, { deskUrl: config.DESK_URL, isEmpty });
  if (link) logger.info({ link: link.url }, 'there is nothing here yet: this link makes its first owner');
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
