import { setTimeout as pause } from 'node:timers/promises';
import { type Database, sql } from '@guidepost/postgres';
import {
  annotate,
  createBackgroundWork,
  type Logger,
  type Metrics,
  traced,
  type VariableSchema,
  type Worker,
} from '@guidepost/service-kit';
import type { LookupAll } from '../public-addresses.ts';
import { signatureHeaders } from '../signature.ts';
import { type DueDelivery, finishAttempt, lockWebhook, type TellOwners } from './finish-attempt.ts';

import { sendOnce } from './send-once.ts';
import { countAttempts, measureDeliveries } from './webhook-metrics.ts';
import { type DescribeEvent, writePayloads } from './write-payloads.ts';

interface WaitingWebhook {
  webhook_id: number;
  tenant_id: number;
  url: string;
}

const list = sql`
  -- Across tenants: a worker takes what is due next, and finishes it by its id.
  -- Webhooks with events that could not be described for three days.
  select distinct w.id as webhook_id, w.tenant_id, w.url
  from webhook_events e
  join webhook_deliveries d on d.event_id = e.id and d.ended_at is null and d.give_up_at <= now()
  join webhooks w on w.id = d.webhook_id
  where e.payload is null and e.write_at < 'infinity'
`;

const giveUpUndescribed = sql`
  -- Across tenants: a worker takes what is due next, and finishes it by its id.
  -- Events that could not be described for three days hold up their subject. $1 webhook
  update webhook_deliveries d
  set outcome = 'set-aside', ended_at = now()
  from webhook_events e
  where e.id = d.event_id and e.payload is null and e.write_at < 'infinity'
    and d.webhook_id = $1 and d.ended_at is null and d.give_up_at <= now()
  returning d.id
`;

export interface WebhookConfig {
  WEBHOOK_ALLOW_PRIVATE: 'on' | 'off';
}

/** Environment variables of services that send webhooks. */
export const WEBHOOK_VARIABLES: Record<string, VariableSchema> = {
  WEBHOOK_ALLOW_PRIVATE: {
    description: 'whether webhooks may be sent to private and loopback addresses: on or off',
    type: 'string',
    enum: ['on', 'off'],
    default: 'off',
  },
};

export interface WebhookDeliveryOptions {
  database: Database;
  config: WebhookConfig;
  logger: Logger;
  metrics: Metrics;
  describe: DescribeEvent;
  tellOwners: TellOwners;
  /** For tests. */
  resolve?: LookupAll;
  pace?: Pace;
}

/** Milliseconds. */
interface Pace {
  /** Between looks. */
  pause: number;
  /** For an attempt, from the look-up of the name to the end of the answer. */
  timeout: number;
  /** For attempts when the service stops. Those that are cut off are tried again later. */
  grace: number;
}

const PACE: Pace = { pause: 1_000, timeout: 10_000, grace: 5_000 };

/** Attempts at a time, in all and to one receiver. */
const SLOTS = 20;
const SLOTS_OF_WEBHOOK = 4;

/** Milliseconds between deletions from the log, with which events that cannot be described are given up. */
const CLEANING_PAUSE = 3_600_000;
const FORGOTTEN_AT_A_TIME = 10_000;

const takeDue = sql.file(new URL('../sql/take-due.sql', import.meta.url));
const forgetEnded = sql`
  -- Across tenants: a worker cleans up.
  -- The log is kept for two weeks. Events of removed webhooks have no deliveries. $1 how many
  with forgotten as (
    delete from webhook_events e
    where e.id in (
      select e.id
      from webhook_events e
      where e.created_at < now() - interval '14 days' and not exists (
        select
        from webhook_deliveries d
        join webhooks w on w.id = d.webhook_id
        where d.event_id = e.id and coalesce(d.ended_at, w.ended_at, now()) > now() - interval '14 days'
      )
      limit $1
      for update of e skip locked
    )
    returning e.id
  )
  select count(*) as count from forgotten
`;

/**
 * Sends events to webhooks, each by one instance: at least once, and those of one subject in order. What fails is tried
 * again after 5, 10, 20 … seconds, then every 4 hours, for 3 days. A receiver that is not available is tried with one
 * event at a time, and gets everything that waits as soon as it answers.
 */
export function createWebhookDelivery(options: WebhookDeliveryOptions): Worker {
  const { database, config, logger, metrics, tellOwners, resolve, pace = PACE } = options;
  const count = countAttempts(metrics);
  measureDeliveries(metrics, database);
  const stopping = new AbortController();
  /** The webhook of each attempt that is under way. */
  const sending = new Map<Promise<void>, number>();
  let cleanAt = 0;
  const work = createBackgroundWork({
    async work() {
      const hasWritten = await writePayloads(database, options);
      await clean();
      const free = SLOTS - sending.size;
      const due = await database.any<DueDelivery>(takeDue([free, SLOTS_OF_WEBHOOK, [...sending.values()]]));
      for (const delivery of due) start(delivery);
      if (sending.size > 0)
        await Promise.race([...sending.keys(), pause(pace.pause, undefined, { ref: false })]);
      return hasWritten || sending.size > 0 || due.length > 0;
    },
    pause: pace.pause,
    onFailure: (err) => logger.warn({ err }, 'webhooks cannot be sent at the moment'),
    onRecovery: () => logger.info('webhooks are sent again'),
  });

  return {
    start: work.start,
    async stop() {
      const grace = setTimeout(() => stopping.abort(), pace.grace);
      await work.stop();
      await Promise.all(sending.keys());
      clearTimeout(grace);
    },
  };

  function start(delivery: DueDelivery): void {
    const attempt = traced('deliver webhook', () => deliver(delivery))
      .catch((err: unknown) => logger.error({ err, delivery: delivery.id }, 'an attempt was not recorded'))
      .finally(() => sending.delete(attempt));
    sending.set(attempt, delivery.webhook_id);
  }

  async function deliver(delivery: DueDelivery): Promise<void> {
    const { url, payload: body } = delivery;
    const began = performance.now();
    const allowPrivate = config.WEBHOOK_ALLOW_PRIVATE === 'on';
    const sent = { url, headers: headersOf(delivery), body };
    const answer = await sendOnce(sent, { allowPrivate, resolve, timeout: pace.timeout }, stopping.signal);
    if (stopping.signal.aborted && answer.status === undefined) return;
    const milliseconds = performance.now() - began;
    const outcome = await finishAttempt(database, delivery, { answer, milliseconds, tellOwners });
    count({ outcome });
    const { id, webhook_id: webhook, attempts } = delivery;
    const { status, error, reason } = answer;
    annotate({
      'guidepost.outcome': outcome,
      'guidepost.attempts': attempts,
      ...(status !== undefined && { 'http.response.status_code': status }),
    });
    if (outcome !== 'delivered')
      logger.warn(
        { webhook, delivery: id, attempts, status, error, reason, outcome },
        'a webhook was not delivered',
      );
  }

  async function clean(): Promise<void> {
    if (Date.now() < cleanAt) return;
    cleanAt = Date.now() + CLEANING_PAUSE;
    await giveUpUnwritten(database, tellOwners);
    let forgotten: number;
    do {
      ({ count: forgotten } = await database.one<{ count: number }>(forgetEnded([FORGOTTEN_AT_A_TIME])));
    } while (forgotten === FORGOTTEN_AT_A_TIME);
  }
}

function headersOf({
  message_id: id,
  payload,
  secret,
  previous_secret,
}: DueDelivery): Record<string, string> {
  const secrets = previous_secret === null ? [secret] : [secret, previous_secret];
  return {
    ...signatureHeaders({ id, at: new Date(), payload }, secrets),
    'User-Agent': 'Guidepost-Webhooks',
  };
}

/** Gives up events that could not be described for three days, and tells the owners. */
async function giveUpUnwritten(database: Database, tellOwners: TellOwners): Promise<void> {
  for (const webhook of await database.any<WaitingWebhook>(list([]))) {
    const { webhook_id: webhookId, tenant_id: tenantId, url } = webhook;
    await database.tx('give-up-webhook-events', async (transaction) => {
      await transaction.oneOrNone(lockWebhook([webhookId]));
      const givenUp = await transaction.any(giveUpUndescribed([webhookId]));
      if (givenUp.length > 0)
        await tellOwners(transaction, { tenantId, webhookId, url, reason: 'set-aside' });
    });
  }
}
