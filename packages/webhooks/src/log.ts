import { type Executor, sql } from '@guidepost/postgres';
import { AppError, isStoredId } from '@guidepost/service-kit';
import { noSuchWebhook, requireWebhook, type WebhookReference } from './webhooks.ts';

/** An event on its way to a receiver, or what became of it. */
export interface Delivery {
  id: number;
  /** `webhook-id` */
  message_id: string;
  type: string;
  /** `guides/12` */
  record: string;
  created_at: Date;
  attempts: number;
  /** Null while it is on its way. */
  outcome: 'delivered' | 'set-aside' | null;
  ended_at: Date | null;
  next_attempt_at: Date | null;
  /** The latest attempt, if there has been one. */
  attempted_at: Date | null;
  status: number | null;
  error: string | null;
}

/** One attempt to send an event. */
export interface Attempt {
  number: number;
  attempted_at: string;
  milliseconds: number;
  status: number | null;
  /** The first 4 kB; null without an answer, and when it was deleted. */
  answer: string | null;
  error: string | null;
}

/** The event that was sent, and the answer. */
export interface DeliveryDetails extends Delivery {
  /** Null until it is written, and when it was deleted. */
  payload: string | null;
  /** Newest first. */
  attempt_log: Attempt[];
}

export interface DeliveryReference extends WebhookReference {
  delivery: number;
}

export interface LogRequest extends WebhookReference {
  limit: number;
  /** Only deliveries before this one. */
  before?: number | undefined;
}

const list = sql`
  -- Across tenants: a statement with the tenant has just found this id.
  -- $1 tenant, $2 webhook, $3 how many, $4 only before this one, $5 the only one; null for any. Newest first.
  select d.id, 'msg_' || e.message_id as message_id, e.type, e.record, e.created_at, d.attempts, d.outcome, d.ended_at,
    case when d.ended_at is null then greatest(d.next_attempt_at, w.resume_at) end as next_attempt_at,
    a.attempted_at, a.status, a.error
  from webhook_deliveries d
  join webhooks w on w.id = d.webhook_id and w.tenant_id = $1
  join webhook_events e on e.id = d.event_id
  left join lateral (
    select a.attempted_at, a.status, a.error
    from webhook_attempts a
    where a.delivery_id = d.id
    order by a.number desc
    limit 1
  ) a on true
  where d.webhook_id = $2 and ($4::bigint is null or d.id < $4) and ($5::bigint is null or d.id = $5)
  order by d.id desc
  limit $3
`;
const readExchange = sql`
  -- Across tenants: a statement with the tenant has just found this id.
  -- The request and its answer. $1 delivery
  select e.payload,
    coalesce((
      select json_agg(json_build_object(
        'number', a.number, 'attempted_at', a.attempted_at, 'milliseconds', a.milliseconds, 'status', a.status,
        'answer', a.answer, 'error', a.error
      ) order by a.number desc)
      from webhook_attempts a
      where a.delivery_id = d.id
    ), '[]') as attempt_log
  from webhook_deliveries d
  join webhook_events e on e.id = d.event_id
  where d.id = $1
`;
const queueTest = sql`
  -- $1 tenant, $2 webhook
  with event as (
    insert into webhook_events (tenant_id, type, subject, record, about)
    values ($1, 'webhook.test', 'test/' || gen_random_uuid(), 'test',
      jsonb_build_object('webhook', $2::bigint))
    returning id, subject
  )
  insert into webhook_deliveries (webhook_id, event_id, subject, sent_by_hand)
  select w.id, event.id, event.subject, true
  from event, webhooks w
  where w.tenant_id = $1 and w.id = $2
  returning id
`;
const queueAgain = sql`
  -- $1 tenant, $2 webhook, $3 delivery. One that still waits is tried at once. Pauses begin with the shortest. Not for
  -- a webhook that has ended.
  update webhook_deliveries d
  set next_attempt_at = now(), failures = 0, sent_by_hand = d.sent_by_hand or d.ended_at is not null, outcome = null,
    ended_at = null,
    give_up_at = case when d.ended_at is null then d.give_up_at else now() + interval '3 days' end
  from webhooks w
  where w.tenant_id = $1 and w.id = $2 and w.ended_at is null and d.webhook_id = w.id and d.id = $3
  returning d.id
`;
const writeAgain = sql`
  -- Across tenants: a statement with the tenant has just found this id.
  -- A payload that was deleted. $1 webhook, $2 delivery
  update webhook_events e
  set write_at = now()
  from webhook_deliveries d
  where d.webhook_id = $1 and d.id = $2 and e.id = d.event_id and e.payload is null
`;
const listMissing = sql`
  -- $1 tenant, $2 record. In the order of locks: webhooks, their events, their deliveries.
  select d.webhook_id, d.id
  from webhook_events e
  join webhook_deliveries d on d.event_id = e.id and d.outcome is distinct from 'delivered'
  join webhooks w on w.id = d.webhook_id and w.tenant_id = e.tenant_id and w.ended_at is null
  where e.tenant_id = $1 and e.record = $2
  order by d.webhook_id, d.id
`;
const resume = sql`
  -- Across tenants: a statement with the tenant has just found this id.
  update webhooks set resume_at = now() where id = $1
`;

/** Deliveries of a webhook in the last two weeks, newest first. @throws AppError `not-found` */
export async function listDeliveries(
  executor: Executor,
  { limit, before, ...webhook }: LogRequest,
): Promise<Delivery[]> {
  const { id } = await requireWebhook(executor, webhook);
  const first = before !== undefined && isStoredId(before) ? before : null;
  return executor.any<Delivery>(list([webhook.tenantId, id, limit, first, null]));
}

/** @throws AppError `not-found` */
export async function readDelivery(
  executor: Executor,
  { tenantId, id, delivery }: DeliveryReference,
): Promise<DeliveryDetails> {
  const isKnown = isStoredId(id) && isStoredId(delivery);
  const found = isKnown ? await executor.oneOrNone<Delivery>(list([tenantId, id, 1, null, delivery])) : null;
  if (!found) throw noSuchDelivery(delivery);
  const exchange = await executor.oneOrNone<Pick<DeliveryDetails, 'payload' | 'attempt_log'>>(
    readExchange([delivery]),
  );
  if (!exchange) throw noSuchDelivery(delivery);
  return { ...found, ...exchange };
}

/** Queues an event of the type `webhook.test` for one webhook. @throws AppError `not-found`, `conflict` */
export async function sendTest(
  transaction: Executor,
  webhook: WebhookReference,
): Promise<{ delivery: number }> {
  const { id, ended_at } = await requireWebhook(transaction, webhook);
  if (ended_at) throw hasEnded();
  await transaction.none(resume([id]));
  const queued = await transaction.oneOrNone<{ id: number }>(queueTest([webhook.tenantId, id]));
  // Removed since.
  if (!queued) return noSuchWebhook(id);
  return { delivery: queued.id };
}

/**
 * Sends an event again, with the same id and content. Content that was deleted is written again.
 * @throws AppError `not-found`, `conflict`
 */
export async function resend(
  transaction: Executor,
  { delivery, ...webhook }: DeliveryReference,
): Promise<void> {
  const { id, ended_at } = await requireWebhook(transaction, webhook);
  if (ended_at) throw hasEnded();
  if (!isStoredId(delivery)) throw noSuchDelivery(delivery);
  await transaction.none(resume([id]));
  await transaction.none(writeAgain([id, delivery]));
  const queued = await transaction.oneOrNone(queueAgain([webhook.tenantId, id, delivery]));
  if (!queued) throw noSuchDelivery(delivery);
}

/** Sends the events about a record again to those webhooks that have not taken them, as `resend` does. */
export async function resendRecord(
  transaction: Executor,
  { tenantId, record }: { tenantId: number; record: string },
): Promise<void> {
  const missing = await transaction.any<{ webhook_id: number; id: number }>(listMissing([tenantId, record]));
  for (const { webhook_id: webhook } of missing) await transaction.none(resume([webhook]));
  for (const { webhook_id: webhook, id } of missing) await transaction.none(writeAgain([webhook, id]));
  for (const { webhook_id: webhook, id } of missing)
    await transaction.oneOrNone(queueAgain([tenantId, webhook, id]));
}

function noSuchDelivery(id: number): AppError {
  return new AppError('not-found', `There is no delivery ${id} here.`);
}

function hasEnded(): AppError {
  return new AppError(
    'conflict',
    'The receiver has ended this webhook. Remove the webhook and add it again.',
    { reason: 'endedByReceiverHint' },
  );
}
