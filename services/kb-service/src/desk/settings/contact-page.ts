import { type FormCall, fieldErrorsOf, type View } from '@guidepost/desk';
import { readMailSettings } from '@guidepost/mail';
import { hostOf, listWebhooks } from '@guidepost/webhooks';
import {
  findTarget,
  setTarget,
  TARGET_KINDS,
  TARGETS,
  type TargetField,
  type TypedTarget,
  targetFieldsOf,
} from '../../contact/targets.ts';
import type { Context } from '../../context.ts';
import { actorOf, type KbCall, type KbPage } from '../kb-tenant.ts';

const ROLES = ['owner'] as const;

type ContactSettings = Pick<Context, 'database' | 'credentials' | 'config'>;

/** Where the messages of readers go. */
export function contactSettingsPages({
  database,
  credentials,
  config,
}: ContactSettings): Record<string, KbPage> {
  async function show(call: KbCall, typed?: TypedTarget, wrong: Record<string, string> = {}): Promise<View> {
    const { phrasing, tenant } = call;
    const present = await findTarget(database, tenant.id);
    const webhooks = await listWebhooks(database, tenant.id);
    const { kind, fields } = typed ?? { kind: present.kind, fields: present.settings };
    return {
      template: 'settings/contact',
      title: phrasing.words.contact.heading,
      section: 'settings',
      content: {
        kinds: ['off', ...TARGET_KINDS].map((each) => ({ kind: each, isChosen: each === kind })),
        targets: TARGET_KINDS.map((each) => ({
          kind: each,
          isChosen: each === kind,
          hasToken: TARGETS[each].hasToken,
          isTokenKept: each === present.kind && present.hasToken,
          fields: targetFieldsOf(each).map(([name, { standard = '' }]) => ({
            name,
            value: (each === kind ? fields[name] : undefined) ?? standard,
          })),
        })),
        page: present.kind !== 'off' && tenant.site ? `${tenant.site}/contact` : undefined,
        isMailOff: readMailSettings(config).to === 'nowhere',
        receivers: webhooks
          .filter(
            ({ event_types: types, ended_at }) => !ended_at && (types?.includes('contact.created') ?? true),
          )
          .map(({ url }) => hostOf(url)),
        wrong,
      },
    };
  }

  return {
    '/settings/contact': {
      roles: ROLES,
      read: (call) => show(call),
      async post(call) {
        const typed = readTyped(call);
        try {
          const change = { host: call.tenant.key, ...typed };
          await setTarget({ database, credentials }, actorOf(call), change);
        } catch (error) {
          const { rules } = call.phrasing.words.contact;
          const names = Object.keys(fieldErrorsOf(error)) as (keyof typeof rules)[];
          const wrong = Object.fromEntries(names.map((name) => [name, rules[name]]));
          return { ...(await show(call, typed, wrong)), status: 422 };
        }
        return { seeOther: `${call.base}/settings/contact`, notice: 'noticeSaved' };
      },
    },
  };
}

/** The fields of each kind have names of their own, since browsers send those of all. */
function readTyped({ form }: FormCall<KbCall>): TypedTarget {
  const kind = form.first('kind') ?? '';
  const value = (name: string) => form.first(`${kind}.${name}`) ?? '';
  const names: TargetField[] = ['email', 'address', 'account', 'mailbox'];
  return {
    kind,
    fields: Object.fromEntries(names.map((name) => [name, value(name)])),
    token: value('token'),
  };
}
