import type { Executor } from '@guidepost/postgres';
import {
  type Delivery,
  type DeliveryDetails,
  type DeliveryReference,
  type LogRequest,
  listDeliveries,
  readDelivery,
  resend,
  sendTest,
} from './log.ts';
import { hostOf, privateHostOf } from './webhook-url.ts';
import {
  addWebhook,
  type ListedWebhook,
  listWebhooks,
  type RotatedSecret,
  removeWebhook,
  requireWebhook,
  rotateSecret,
  type Webhook,
  type WebhookReference,
  type WebhookSecret,
} from './webhooks.ts';

/** A change as the audit names it. */
export type WebhookAction =
  | 'webhook add'
  | 'webhook remove'
  | 'webhook rotate'
  | 'webhook test'
  | 'webhook resend';

/** A change as the audit records it. */
export interface RecordedChange<Result> {
  result: Result;
  /** The receiver: the path of its URL can be a secret. */
  host?: string;
  details: Record<string, unknown>;
}

export interface AddedWebhook extends WebhookSecret {
  /**
   * The host of the receiver, if its URL says that it is not on the Internet. Services send nothing there unless they
   * are told to.
   */
  private_address?: string;
}

export interface TenantWebhooksOptions<Change> {
  database: Executor;
  /** The events that the service has. */
  types: readonly string[];
  /** Makes a change in a transaction if it is permitted, with an entry in the audit. */
  record: <Result>(
    change: Change & { action: WebhookAction },
    work: (transaction: Executor, tenantId: number) => Promise<RecordedChange<Result>>,
  ) => Promise<Result>;
}

/**
 * The webhooks of a tenant, for people and commands. All throw AppError `not-found` for those of other tenants, and
 * changes what the service throws for those who may not make them.
 */
export interface TenantWebhooks<Change> {
  types: readonly string[];
  list(tenantId: number): Promise<ListedWebhook[]>;
  find(webhook: WebhookReference): Promise<Webhook>;
  log(request: LogRequest): Promise<Delivery[]>;
  delivery(delivery: DeliveryReference): Promise<DeliveryDetails>;
  /**
   * @param webhook without types, all
   * @throws AppError `invalid` or `conflict` with a field, `conflict` when there are too many
   */
  add(change: Change, webhook: { url: string; types: readonly string[] }): Promise<AddedWebhook>;
  /** With its log. */
  remove(change: Change, id: number): Promise<{ url: string }>;
  /** The former secret is valid for another day. @throws AppError `conflict` until then */
  rotate(change: Change, id: number): Promise<RotatedSecret>;
  /** @throws AppError `conflict` if the receiver has ended the webhook */
  test(change: Change, id: number): Promise<{ delivery: number }>;
  /** @throws as `test` */
  resend(change: Change, delivery: Omit<DeliveryReference, 'tenantId'>): Promise<void>;
}

/** @param options how the service makes changes, `Change` being which tenant is changed and by whom */
export function createTenantWebhooks<Change extends { actor: { name: string } }>({
  database,
  types: known,
  record,
}: TenantWebhooksOptions<Change>): TenantWebhooks<Change> {
  return {
    types: known,
    list: (tenantId) => listWebhooks(database, tenantId),
    find: (webhook) => requireWebhook(database, webhook),
    log: (request) => listDeliveries(database, request),
    delivery: (delivery) => readDelivery(database, delivery),
    async add(change, { url, types }) {
      const added = await record({ ...change, action: 'webhook add' }, async (transaction, tenantId) => {
        const webhook = { tenantId, url, types, known, by: change.actor.name };
        const result = await addWebhook(transaction, webhook);
        const details = { webhook: result.id, ...(types.length > 0 && { events: types }) };
        return { result, host: hostOf(result.url), details };
      });
      const address = privateHostOf(new URL(added.url));
      return { ...added, ...(address && { private_address: address }) };
    },
    remove: (change, id) =>
      record({ ...change, action: 'webhook remove' }, async (transaction, tenantId) => {
        const result = await removeWebhook(transaction, { tenantId, id });
        return { result, host: hostOf(result.url), details: { webhook: id } };
      }),
    rotate: (change, id) =>
      record({ ...change, action: 'webhook rotate' }, async (transaction, tenantId) => {
        const result = await rotateSecret(transaction, { tenantId, id });
        return { result, host: hostOf(result.url), details: { webhook: id } };
      }),
    test: (change, id) =>
      record({ ...change, action: 'webhook test' }, async (transaction, tenantId) => {
        const result = await sendTest(transaction, { tenantId, id });
        return { result, details: { webhook: id } };
      }),
    resend: (change, { id, delivery }) =>
      record({ ...change, action: 'webhook resend' }, async (transaction, tenantId) => {
        const result = await resend(transaction, { tenantId, id, delivery });
        return { result, details: { webhook: id, event: delivery } };
      }),
  };
}
