import { fill } from '@guidepost/i18n';
import { AppError, parseId } from '@guidepost/service-kit';
import { hostOf, type TenantWebhooks } from '@guidepost/webhooks';
import { requireConfirmation } from '../confirmation/require-confirmation.ts';
import type { View } from '../layout/view.ts';
import { type DeskCall, type DeskPage, type FormCall, type Outcome, pathId } from '../requests/calls.ts';
import { fieldErrorsOf } from '../requests/problems.ts';

interface ChangedWebhooks<Call, Change> {
  webhooks: TenantWebhooks<Change>;
  changeOf: (call: Call) => Change | Promise<Change>;
}

const ROLES = ['owner'] as const;

/**
 * The pages about webhooks: their list, one webhook, and its deliveries.
 * @param changeOf which tenant a request changes, and by whom
 */
export function webhookPages<Call extends DeskCall, Change>(
  webhooks: TenantWebhooks<Change>,
  changeOf: (call: Call) => Change | Promise<Change>,
): Record<string, DeskPage<Call>> {
  const own: ChangedWebhooks<Call, Change> = { webhooks, changeOf };
  return {
    '/webhooks': {
      roles: ROLES,
      read: (call) => listView(webhooks, call),
      post: (call) => add(own, call),
    },
    '/webhooks/:webhook': {
      roles: ROLES,
      read: (call) => webhookView(webhooks, call),
    },
    '/webhooks/:webhook/secret': {
      roles: ROLES,
      post: (call) => rotate(own, call),
    },
    '/webhooks/:webhook/test': {
      roles: ROLES,
      async post(call) {
        await webhooks.test(await changeOf(call), webhookOf(call).id);
        return { seeOther: addressOf(call), notice: 'noticeTestQueued' };
      },
    },
    '/webhooks/:webhook/remove': {
      roles: ROLES,
      post: (call) => remove(own, call),
    },
    '/webhooks/:webhook/events/:event': {
      roles: ROLES,
      read: (call) => deliveryView(webhooks, call),
      async post(call) {
        const delivery = pathId(call.path, 'event');
        await webhooks.resend(await changeOf(call), { id: webhookOf(call).id, delivery });
        return { seeOther: `${addressOf(call)}/events/${delivery}`, notice: 'noticeQueuedAgain' };
      },
    },
  };
}

async function add<Call extends DeskCall, Change>(
  { webhooks, changeOf }: ChangedWebhooks<Call, Change>,
  call: FormCall<Call>,
): Promise<Outcome> {
  const typed = {
    url: call.form.first('url') ?? '',
    types: webhooks.types.filter((type) => call.form.first(`event[${type}]`) !== undefined),
  };
  try {
    const { id, secret, private_address: host } = await webhooks.add(await changeOf(call), typed);
    const problem = host && fill(call.phrasing.words.privateReceiver, { host });
    return await webhookView(webhooks, { ...call, path: { webhook: String(id) } }, { secret, problem });
  } catch (error) {
    const wrong = { url: urlErrorOf(call, error) };
    return { ...(await listView(webhooks, call, { typed, wrong })), status: 422 };
  }
}

/** In the language of the page. @throws what is not about the form */
function urlErrorOf({ phrasing: { words } }: DeskCall, error: unknown): string {
  if (!(error instanceof AppError)) throw error;
  const isAboutUrl = error.details.fields?.url !== undefined;
  if (error.kind === 'conflict') return isAboutUrl ? words.webhookUrlTaken : words.tooManyWebhooks;
  if (isAboutUrl) return words.webhookUrlWrong;
  throw error;
}

async function rotate<Call extends DeskCall, Change>(
  { webhooks, changeOf }: ChangedWebhooks<Call, Change>,
  call: FormCall<Call>,
): Promise<Outcome> {
  try {
    const { secret } = await webhooks.rotate(await changeOf(call), webhookOf(call).id);
    return await webhookView(webhooks, call, { secret });
  } catch (error) {
    if (!(error instanceof AppError) || error.kind !== 'conflict') throw error;
    const problem = call.phrasing.words.secretIsNew;
    return { ...(await webhookView(webhooks, call, { problem })), status: 409 };
  }
}

async function remove<Call extends DeskCall, Change>(
  { webhooks, changeOf }: ChangedWebhooks<Call, Change>,
  call: FormCall<Call>,
): Promise<Outcome> {
  const { url } = await webhooks.find(webhookOf(call));
  try {
    requireConfirmation(call, hostOf(url));
  } catch (error) {
    return { ...(await webhookView(webhooks, call, { wrong: fieldErrorsOf(error) })), status: 422 };
  }
  await webhooks.remove(await changeOf(call), webhookOf(call).id);
  return { seeOther: `${call.base}/webhooks`, notice: 'noticeWebhookRemoved' };
}

/** Characters of a payload that a page shows. */
const MOST = 20_000;

/** The operations that pages read with. */
type Webhooks = Pick<TenantWebhooks<unknown>, 'types' | 'list' | 'find' | 'log' | 'delivery'>;

/** Deliveries on a page of the log. */
const PAGE = 50;

/** All webhooks, with the form that adds one. */
async function listView(webhooks: Webhooks, call: DeskCall, content: object = {}): Promise<View> {
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
async function webhookView(
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

/** One delivery: the request, and its answers. */
async function deliveryView(webhooks: Webhooks, call: DeskCall): Promise<View> {
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
function webhookOf({ path, tenant }: Pick<DeskCall, 'path' | 'tenant'>) {
  return { tenantId: tenant.id, id: pathId(path, 'webhook') };
}

function addressOf(call: Pick<DeskCall, 'base' | 'path'>): string {
  return `${call.base}/webhooks/${pathId(call.path, 'webhook')}`;
}

/** A payload formatted for people, and cut: a guide can have megabytes. */
function shortened(payload: string): { text: string; isCut: boolean } {
  const text = payload.length > 10 * MOST ? payload : JSON.stringify(JSON.parse(payload), null, 2);
  return { text: text.slice(0, MOST).toWellFormed(), isCut: text.length > MOST };
}
