import { createHttpServer, createRequestListener } from '@guidepost/http';
import { readMailSettings } from '@guidepost/mail';
import { bringUpToDate } from '@guidepost/postgres';
import { joinWorkers, type Service, type Worker } from '@guidepost/service-kit';
import { createHttpService } from '@guidepost/service-kit/process';
import { offerFirstLink } from '@guidepost/staff';
import { createWebhookDelivery } from '@guidepost/webhooks';
import { createApp } from './app.ts';
import type { Context } from './context.ts';
import { errorAnswer } from './http/json-api/error-answer.ts';
import { STRICT_MOUNT } from './http/json-api/mount.ts';
import { createDescribeEvent } from './http/webhooks/describe-event.ts';
import { MIGRATIONS } from './schema.ts';
import { listKnowledgeBaseIds } from './tenants/find-knowledge-base.ts';
import { createKnowledgeBaseWebhookMail } from './tenants/staff.ts';

/** Milliseconds for an upload at the desk to arrive; other bodies have less (`readBody`). */
const UPLOAD_TIMEOUT = 900_000;

export function createService(context: Context, { stalled }: { stalled?: number } = {}): Service {
  const { config, logger } = context;
  const { HOST: host, KB_METRICS_HOST: metricsHost, KB_DATABASE_URL: url } = config;
  return createHttpService({
    ...context,
    worker: joinWorkers([context.worker, createWebhookWorker(context)]),
    server: createHttpServer(createRequestListener(createApp(context), context), {
      stalled,
      arrival: UPLOAD_TIMEOUT,
      representClientError: (error) => errorAnswer(error, STRICT_MOUNT.shape.version),
    }),
    address: { host, port: config.KB_PORT, variable: 'KB_PORT' },
    metricsAddress: { host: metricsHost, port: config.KB_METRICS_PORT, variable: 'KB_METRICS_PORT' },
    stopTimeout: config.STOP_TIMEOUT * 1_000,
    prepare: async () => {
      const variable = 'KB_DATABASE_URL';
      await bringUpToDate({ service: 'kb', url, variable, migrations: MIGRATIONS, logger });
      await sayFirstLink(context);
    },
  });
}

/** Tells the log how the first person of an empty service begins, without a shell. */
async function sayFirstLink({ config, database, logger }: Context): Promise<void> {
  const isEmpty = async () => (await listKnowledgeBaseIds(database)).length === 0;
  const link = await offerFirstLink(database, { deskUrl: config.DESK_URL, isEmpty });
  if (link) logger.info({ link: link.url }, 'there is nothing here yet: this link makes its first owner');
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
    tellOwners: createKnowledgeBaseWebhookMail(readMailSettings(config), config.DESK_URL),
  });
}
