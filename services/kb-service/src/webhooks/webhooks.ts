import type { Executor } from '@guidepost/postgres';
import {
  type DeliveryReference,
  removeWebhook as deleteWebhook,
  hostOf,
  addWebhook as insertWebhook,
  sendAgain as queueAgain,
  sendTest as queueTest,
  rotateSecret as replaceSecret,
  type WebhookSecret,
} from '@guidepost/webhooks';
import { changeUnseen } from '../knowledge-bases/changes.ts';
import type { Actor } from '../model/actor.ts';
import { EVENT_TYPES } from '../model/event-types.ts';

export interface NewWebhook {
  host: string;
  url: string;
  /** All without any. */
  types: readonly string[];
}

type Reference = { host: string; id: number };

/** @throws AppError `invalid` with a field, `conflict`, `not-found`, `forbidden` */
export function addWebhook(
  database: Executor,
  actor: Actor,
  { host, url, types }: NewWebhook,
): Promise<WebhookSecret> {
  const change = { host, actor, action: 'webhook add' } as const;
  return changeUnseen(database, change, async (transaction, { id: tenantId }) => {
    const added = { tenantId, url, types, known: EVENT_TYPES, by: actor.name };
    const result = await insertWebhook(transaction, added);
    const details = { webhook: result.id, ...(types.length > 0 && { events: types }) };
    return { result, audit: { subject: hostOf(result.url), details } };
  });
}

/** Removes a webhook with its log. @throws AppError `not-found`, `forbidden` */
export function removeWebhook(
  database: Executor,
  actor: Actor,
  { host, id }: Reference,
): Promise<{ url: string }> {
  const change = { host, actor, action: 'webhook remove' } as const;
  return changeUnseen(database, change, async (transaction, { id: tenantId }) => {
    const result = await deleteWebhook(transaction, { tenantId, id });
    return { result, audit: { subject: hostOf(result.url), details: { webhook: id } } };
  });
}

/** Replaces the secret; the former one signs, too, for a day. @throws AppError `not-found`, `forbidden` */
export function rotateSecret(
  database: Executor,
  actor: Actor,
  { host, id }: Reference,
): Promise<WebhookSecret & { previous_until: Date }> {
  const change = { host, actor, action: 'webhook rotate' } as const;
  return changeUnseen(database, change, async (transaction, { id: tenantId }) => {
    const result = await replaceSecret(transaction, { tenantId, id });
    return { result, audit: { subject: hostOf(result.url), details: { webhook: id } } };
  });
}

/** Queues a test event. @throws AppError `not-found`, `forbidden`; `conflict` if the receiver wants no more */
export function sendTest(
  database: Executor,
  actor: Actor,
  { host, id }: Reference,
): Promise<{ delivery: number }> {
  const change = { host, actor, action: 'webhook test' } as const;
  return changeUnseen(database, change, async (transaction, { id: tenantId }) => {
    const result = await queueTest(transaction, { tenantId, id });
    return { result, audit: { details: { webhook: id } } };
  });
}

/** Sends an event of the log again. @throws as {@link sendTest} */
export function sendAgain(
  database: Executor,
  actor: Actor,
  { host, id, delivery }: Reference & Pick<DeliveryReference, 'delivery'>,
): Promise<void> {
  const change = { host, actor, action: 'webhook again' } as const;
  return changeUnseen(database, change, async (transaction, { id: tenantId }) => {
    await queueAgain(transaction, { tenantId, id, delivery });
    return { result: undefined, audit: { details: { webhook: id, event: delivery } } };
  });
}
