import type { Executor } from '@guidepost/postgres';
import { createTenantWebhooks, type TenantWebhooks } from '@guidepost/webhooks';
import type { Actor } from '../model/actor.ts';
import { requireAccount } from './accounts.ts';
import { recordForAccount } from './record-change.ts';

/** The events that webhooks can get. */
export const EVENT_TYPES = [
  'dialog.created',
  'dialog.updated',
  'dialog.archived',
  'dialog.merged',
  'dialog.deleted',
  'comment.created',
  'comment.updated',
  'comment.deleted',
  'report.created',
] as const;

export interface WebhookChange {
  /** Its name. */
  account: string;
  actor: Actor;
}

/** The webhooks of accounts, which get the events of all forums of their account. */
export function accountWebhooks(database: Executor): TenantWebhooks<WebhookChange> {
  return createTenantWebhooks<WebhookChange>({
    database,
    types: EVENT_TYPES,
    record: (change, work) =>
      recordForAccount(database, change, async (transaction) => {
        const { id } = await requireAccount(transaction, change.account);
        const { result, host, details } = await work(transaction, id);
        return { result, events: [{ details: { ...details, ...(host && { host }) } }] };
      }),
  });
}
