import { type Executor, isStoredId, preparedStatement } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
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

/** What was sent and answered. */
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

const list = preparedStatement(new URL('./sql/list-deliveries.sql', import.meta.url));
const readExchange = preparedStatement(new URL('./sql/read-exchange.sql', import.meta.url));
const queueTest = preparedStatement(new URL('./sql/queue-test.sql', import.meta.url));
const queueAgain = preparedStatement(new URL('./sql/resend.sql', import.meta.url));
const writeAgain = preparedStatement(new URL('./sql/write-again.sql', import.meta.url));
const resume = preparedStatement(new URL('./sql/resume-webhook.sql', import.meta.url));

/** What a webhook has sent in the last two weeks, newest first. @throws AppError `not-found` */
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
