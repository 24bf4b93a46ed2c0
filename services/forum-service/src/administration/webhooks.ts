import type { Executor } from '@guidepost/postgres';
import {
  removeWebhook as deleteWebhook,
  hostOf,
  addWebhook as insertWebhook,
  sendAgain as queueAgain,
  sendTest as queueTest,
  rotateSecret as replaceSecret,
  type WebhookSecret,
} from '@guidepost/webhooks';
import { requireAccount } from '../accounts/accounts.ts';
import type { Actor } from '../model/actor.ts';
import { EVENT_TYPES } from '../model/event-types.ts';
import type { Action } from '../model/permissions.ts';
import { type Recorded, recordForAccount } from './record-change.ts';

type Change = { account: string; actor: Actor };

/**
 * Tells a program what happens in all forums of an account.
 * @param webhook without types, all
 * @throws AppError `invalid` with a field, `conflict`, `not-found`, `forbidden`
 */
export function addWebhook(
  database: Executor,
  change: Change,
  { url, types }: { url: string; types: readonly string[] },
): Promise<WebhookSecret> {
  return record(database, { ...change, action: 'webhook add' }, async (transaction, tenantId) => {
    const added = { tenantId, url, types, known: EVENT_TYPES, by: change.actor.name };
    const result = await insertWebhook(transaction, added);
    const details = {
      webhook: result.id,
      host: hostOf(result.url),
      ...(types.length > 0 && { events: types }),
    };
    return { events: [{ details }], result };
  });
}

/** Removes a webhook with its log. @throws AppError `not-found`, `forbidden` */
export function removeWebhook(database: Executor, change: Change, id: number): Promise<{ url: string }> {
  return record(database, { ...change, action: 'webhook remove' }, async (transaction, tenantId) => {
    const result = await deleteWebhook(transaction, { tenantId, id });
    return { events: [{ details: { webhook: id, host: hostOf(result.url) } }], result };
  });
}

/** Replaces the secret; the former one signs, too, for a day. @throws AppError `not-found`, `forbidden` */
export function rotateSecret(
  database: Executor,
  change: Change,
  id: number,
): Promise<WebhookSecret & { previous_until: Date }> {
  return record(database, { ...change, action: 'webhook rotate' }, async (transaction, tenantId) => {
    const result = await replaceSecret(transaction, { tenantId, id });
    return { events: [{ details: { webhook: id, host: hostOf(result.url) } }], result };
  });
}

/** Queues a test event. @throws AppError `not-found`, `forbidden`; `conflict` if the receiver wants no more */
export function sendTest(database: Executor, change: Change, id: number): Promise<{ delivery: number }> {
  return record(database, { ...change, action: 'webhook test' }, async (transaction, tenantId) => {
    const result = await queueTest(transaction, { tenantId, id });
    return { events: [{ details: { webhook: id } }], result };
  });
}

/** Sends an event of the log again. @throws as {@link sendTest} */
export function sendAgain(
  database: Executor,
  change: Change,
  { id, delivery }: { id: number; delivery: number },
): Promise<void> {
  return record(database, { ...change, action: 'webhook again' }, async (transaction, tenantId) => {
    await queueAgain(transaction, { tenantId, id, delivery });
    return { events: [{ details: { webhook: id, event: delivery } }], result: undefined };
  });
}

function record<Result>(
  database: Executor,
  change: Change & { action: Action },
  work: (transaction: Executor, tenantId: number) => Promise<Recorded<Result>>,
): Promise<Result> {
  return recordForAccount(database, change, async (transaction) => {
    const { id } = await requireAccount(transaction, change.account);
    return work(transaction, id);
  });
}
