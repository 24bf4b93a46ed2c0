export type { TellOwners, WebhookTrouble } from './delivery/finish-attempt.ts';
export { type Answer, type OutgoingRequest, type SendOptions, sendOnce } from './delivery/send-once.ts';
export {
  createWebhookDelivery,
  WEBHOOK_VARIABLES,
  type WebhookConfig,
  type WebhookDeliveryOptions,
} from './delivery/webhook-delivery.ts';
export type { DescribeEvent, QueuedEvent } from './delivery/write-payloads.ts';
export {
  type Attempt,
  type Delivery,
  type DeliveryDetails,
  type DeliveryReference,
  type LogRequest,
  resendRecord,
} from './log.ts';
export { WEBHOOK_MIGRATIONS } from './migrations.ts';
export { createCheckedLookup, type LookupAll, NoPublicAddressError } from './public-addresses.ts';
export { WEBHOOK_TABLES } from './tenant-tables.ts';
export {
  createTenantWebhooks,
  type RecordedChange,
  type TenantWebhooks,
  type TenantWebhooksOptions,
  type WebhookAction,
} from './tenant-webhooks.ts';
export { hostOf, requirePublicHost } from './webhook-url.ts';
export {
  deleteEvents,
  deleteWebhooksOfTenant,
  forgetPayloads,
  type ListedWebhook,
  listWebhooks,
  muteWebhooks,
  type RotatedSecret,
  type Webhook,
  type WebhookReference,
  type WebhookSecret,
  whileMuted,
} from './webhooks.ts';
