export type { LookupAll } from './addresses/checked-lookup.ts';
export type { TellOwners, WebhookTrouble } from './delivery/finish-attempt.ts';
export { createWebhookDelivery, type WebhookDeliveryOptions } from './delivery/webhook-delivery.ts';
export type { DescribeEvent, QueuedEvent } from './delivery/write-payloads.ts';
export {
  type Delivery,
  type DeliveryDetails,
  type DeliveryReference,
  type LogRequest,
  listDeliveries,
  readDelivery,
  sendAgain,
  sendTest,
  type Try,
} from './log.ts';
export { WEBHOOK_MIGRATIONS } from './migrations.ts';
export { hostOf } from './webhook-url.ts';
export { WEBHOOK_VARIABLES, type WebhookConfig } from './webhook-variables.ts';
export {
  addWebhook,
  deleteWebhooksOfTenant,
  forgetPayloads,
  listWebhooks,
  muteWebhooks,
  removeWebhook,
  requireWebhook,
  rotateSecret,
  type Webhook,
  type WebhookReference,
  type WebhookSecret,
} from './webhooks.ts';
