/** The events that webhooks can get. */
import type { Executor } from '@guidepost/postgres';
import { createTenantWebhooks, type TenantWebhooks } from '@guidepost/webhooks';
import type { Actor } from '../model/permissions.ts';
import { changeUnseen } from './changes.ts';

/** The events that webhooks can get. */
export const EVENT_TYPES = [
  'guide.published',
  'guide.updated',
  'guide.unpublished',
  'guide.voted',
  'contact.created',
] as const;

export interface WebhookChange {
  /** The host name of the knowledge base. */
  host: string;
  actor: Actor;
}

/** The webhooks of knowledge bases. */
export function knowledgeBaseWebhooks(database: Executor): TenantWebhooks<WebhookChange> {
  return createTenantWebhooks<WebhookChange>({
    database,
    types: EVENT_TYPES,
    record: (change, work) =>
      changeUnseen(database, change, async (transaction, { id }) => {
        const { result, host: subject, details } = await work(transaction, id);
        return { result, audit: { subject, details } };
      }),
  });
}
