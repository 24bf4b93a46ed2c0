import { parseId } from '@guidepost/http';
import { AppError } from '@guidepost/service-kit';
import type { Delivery, DeliveryDetails, Webhook, WebhookSecret } from '@guidepost/webhooks';
import { requireConfirmation } from '../confirmation/require-confirmation.ts';
import type { View } from '../layout/view.ts';
import type { DeskCall, DeskPage, FormCall } from '../requests/calls.ts';
import { fieldErrorsOf } from '../requests/field-errors.ts';
import { pathId } from '../requests/path-id.ts';
import { shortened } from './shortened.ts';

/** The webhooks of a tenant. All throw AppError `not-found` for those of others. */
export interface DeskWebhooks<Call extends DeskCall> {
  /** The events that there are. */
  types: readonly string[];
  list(call: Call): Promise<Webhook[]>;
  find(call: Call, id: number): Promise<Webhook>;
  /** @throws AppError `invalid` with the field `url`, `conflict` when there are too many */
  add(call: Call, webhook: { url: string; types: readonly string[] }): Promise<WebhookSecret>;
  remove(call: Call, id: number): Promise<unknown>;
  rotate(call: Call, id: number): Promise<WebhookSecret>;
  test(call: Call, id: number): Promise<unknown>;
  log(call: Call, page: { id: number; limit: number; before?: number | undefined }): Promise<Delivery[]>;
  delivery(call: Call, reference: { id: number; delivery: number }): Promise<DeliveryDetails>;
  again(call: Call, reference: { id: number; delivery: number }): Promise<unknown>;
}

const ROLES = ['owner'] as const;

/** Deliveries on a page of the log. */
const PAGE = 50;

/** Where programs are told of changes, and what became of it. */
export function webhookPages<Call extends DeskCall>(
  webhooks: DeskWebhooks<Call>,
): Record<string, DeskPage<Call>> {
  return {
    '/webhooks': listPage(webhooks),
    '/webhooks/:webhook': {
      roles: ROLES,
      read: (call) => oneWebhook(webhooks, call),
    },
    '/webhooks/:webhook/secret': {
      roles: ROLES,
      async post(call) {
        const rotated = await webhooks.rotate(call, webhookOf(call));
        return oneWebhook(webhooks, call, { secret: rotated.secret });
      },
    },
    '/webhooks/:webhook/test': {
      roles: ROLES,
      async post(call) {
        await webhooks.test(call, webhookOf(call));
        return { seeOther: addressOf(call), notice: 'noticeTestQueued' };
      },
    },
    '/webhooks/:webhook/remove': {
      roles: ROLES,
      post: (call) => remove(webhooks, call),
    },
    '/webhooks/:webhook/events/:event': {
      roles: ROLES,
      read: (call) => oneDelivery(webhooks, call),
      async post(call) {
        const delivery = pathId(call.path, 'event');
        await webhooks.again(call, { id: webhookOf(call), delivery });
        return { seeOther: `${addressOf(call)}/events/${delivery}`, notice: 'noticeQueuedAgain' };
      },
    },
  };
}

function listPage<Call extends DeskCall>(webhooks: DeskWebhooks<Call>): DeskPage<Call> {
  const { types } = webhooks;
  async function show(call: Call, content: object = {}): Promise<View> {
    const typed = { url: '', types: [] };
    return {
      template: '@webhooks',
      title: call.phrasing.words.webhooks,
      section: 'webhooks',
      content: { webhooks: await webhooks.list(call), types, typed, wrong: {}, ...content },
    };
  }
  return {
    roles: ROLES,
    read: (call) => show(call),
    async post(call) {
      const typed = {
        url: call.form.first('url') ?? '',
        types: types.filter((type) => call.form.first(`event[${type}]`) !== undefined),
      };
      try {
        const { id, secret } = await webhooks.add(call, typed);
        return await oneWebhook(webhooks, { ...call, path: { webhook: String(id) } }, { secret });
      } catch (error) {
        return { ...(await show(call, { typed, wrong: { url: refusalOf(call, error) } })), status: 422 };
      }
    },
  };
}

/** In the language of the page. @throws what is not about the form */
function refusalOf({ phrasing: { words } }: DeskCall, error: unknown): string {
  if (error instanceof AppError && error.kind === 'conflict') return words.tooManyWebhooks;
  if (fieldErrorsOf(error).url) return words.webhookUrlWrong;
  throw error;
}

/** A secret is on this page only, so the page answers the form itself. */
async function oneWebhook<Call extends DeskCall>(
  webhooks: DeskWebhooks<Call>,
  call: Call,
  content: { secret?: string; wrong?: object } = {},
): Promise<View> {
  const id = webhookOf(call);
  const before = parseId(call.query.first('before') ?? '');
  const webhook = await webhooks.find(call, id);
  const log = await webhooks.log(call, { id, limit: PAGE, before });
  const last = log.length === PAGE ? log.at(-1) : undefined;
  const host = new URL(webhook.url).host;
  const address = addressOf(call);
  const older = last && `${address}?before=${last.id}`;
  return {
    template: '@webhook',
    title: `${call.phrasing.words.webhooks}: ${host}`,
    section: 'webhooks',
    content: { webhook, host, address, log, older, wrong: {}, ...content },
  };
}

async function remove<Call extends DeskCall>(webhooks: DeskWebhooks<Call>, call: FormCall<Call>) {
  const id = webhookOf(call);
  const { url } = await webhooks.find(call, id);
  try {
    requireConfirmation(call, new URL(url).host);
  } catch (error) {
    return { ...(await oneWebhook(webhooks, call, { wrong: fieldErrorsOf(error) })), status: 422 };
  }
  await webhooks.remove(call, id);
  return { seeOther: `${call.base}/webhooks`, notice: 'noticeWebhookRemoved' };
}

async function oneDelivery<Call extends DeskCall>(webhooks: DeskWebhooks<Call>, call: Call): Promise<View> {
  const id = webhookOf(call);
  // Before anything is asked for: a rejection that is not awaited would end the process.
  const event = pathId(call.path, 'event');
  const [webhook, delivery] = await Promise.all([
    webhooks.find(call, id),
    webhooks.delivery(call, { id, delivery: event }),
  ]);
  return {
    template: '@delivery',
    title: delivery.type,
    section: 'webhooks',
    content: {
      webhook,
      address: addressOf(call),
      host: new URL(webhook.url).host,
      delivery,
      sent: delivery.payload === null ? undefined : shortened(delivery.payload),
    },
  };
}

function webhookOf({ path }: Pick<DeskCall, 'path'>): number {
  return pathId(path, 'webhook');
}

function addressOf(call: Pick<DeskCall, 'base' | 'path'>): string {
  return `${call.base}/webhooks/${webhookOf(call)}`;
}
