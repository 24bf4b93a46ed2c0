import { parseId } from '@guidepost/http';
import { hostOf, type TenantWebhooks } from '@guidepost/webhooks';
import type { View } from '../layout/view.ts';
import type { DeskCall } from '../requests/calls.ts';
import { pathId } from '../requests/path-id.ts';

/** Characters of a payload that a page shows. */
const MOST = 20_000;

/** What pages read. */
type Webhooks = Pick<TenantWebhooks<unknown>, 'types' | 'list' | 'find' | 'log' | 'delivery'>;

/** Deliveries on a page of the log. */
const PAGE = 50;

/** All webhooks, with the form that adds one. */
export async function listView(webhooks: Webhooks, call: DeskCall, content: object = {}): Promise<View> {
  const typed = { url: '', types: [] };
  const rows = await webhooks.list(call.tenant.id);
  return {
    template: '@webhooks',
    title: call.phrasing.words.webhooks,
    section: 'webhooks',
    content: { webhooks: rows, types: webhooks.types, typed, wrong: {}, ...content },
  };
}

/** @param content with the secret of a webhook after it was made: it is on this page only */
export async function webhookView(
  webhooks: Webhooks,
  call: DeskCall,
  content: { secret?: string; problem?: string | undefined; wrong?: object } = {},
): Promise<View> {
  const webhook = await webhooks.find(webhookOf(call));
  const before = parseId(call.query.first('before') ?? '');
  const log = await webhooks.log({ ...webhookOf(call), limit: PAGE, before });
  const last = log.length === PAGE ? log.at(-1) : undefined;
  const host = hostOf(webhook.url);
  const address = addressOf(call);
  const older = last && `${address}?before=${last.id}`;
  return {
    template: '@webhook',
    title: `${call.phrasing.words.webhooks}: ${host}`,
    section: 'webhooks',
    content: { webhook, host, address, log, older, wrong: {}, ...content },
  };
}

/** What was sent and answered. */
export async function deliveryView(webhooks: Webhooks, call: DeskCall): Promise<View> {
  // Before anything is asked for: a rejection that is not awaited would end the process.
  const reference = { ...webhookOf(call), delivery: pathId(call.path, 'event') };
  const [webhook, delivery] = await Promise.all([
    webhooks.find(webhookOf(call)),
    webhooks.delivery(reference),
  ]);
  return {
    template: '@delivery',
    title: delivery.type,
    section: 'webhooks',
    content: {
      webhook,
      address: addressOf(call),
      host: hostOf(webhook.url),
      delivery,
      sent: delivery.payload === null ? undefined : shortened(delivery.payload),
    },
  };
}

/** The webhook in the address of a page. */
export function webhookOf({ path, tenant }: Pick<DeskCall, 'path' | 'tenant'>) {
  return { tenantId: tenant.id, id: pathId(path, 'webhook') };
}

export function addressOf(call: Pick<DeskCall, 'base' | 'path'>): string {
  return `${call.base}/webhooks/${pathId(call.path, 'webhook')}`;
}

/** What was sent, to be read by people. A guide can have megabytes. */
function shortened(payload: string): { text: string; isCut: boolean } {
  const text = payload.length > 10 * MOST ? payload : JSON.stringify(JSON.parse(payload), null, 2);
  return { text: text.slice(0, MOST).toWellFormed(), isCut: text.length > MOST };
}
