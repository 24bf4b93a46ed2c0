import { fill } from '@guidepost/i18n';
import { AppError } from '@guidepost/service-kit';
import { hostOf, type TenantWebhooks } from '@guidepost/webhooks';
import { requireConfirmation } from '../confirmation/require-confirmation.ts';
import type { DeskCall, DeskPage, FormCall, Outcome } from '../requests/calls.ts';
import { fieldErrorsOf } from '../requests/field-errors.ts';
import { pathId } from '../requests/path-id.ts';
import { addressOf, deliveryView, listView, webhookOf, webhookView } from './webhook-views.ts';

interface Webhooks<Call, Change> {
  webhooks: TenantWebhooks<Change>;
  changeOf: (call: Call) => Change | Promise<Change>;
}

const ROLES = ['owner'] as const;

/**
 * Where programs get changes from, and what became of what was sent.
 * @param changeOf which tenant a request changes, and by whom
 */
export function webhookPages<Call extends DeskCall, Change>(
  webhooks: TenantWebhooks<Change>,
  changeOf: (call: Call) => Change | Promise<Change>,
): Record<string, DeskPage<Call>> {
  const own: Webhooks<Call, Change> = { webhooks, changeOf };
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
  { webhooks, changeOf }: Webhooks<Call, Change>,
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
  { webhooks, changeOf }: Webhooks<Call, Change>,
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
  { webhooks, changeOf }: Webhooks<Call, Change>,
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
