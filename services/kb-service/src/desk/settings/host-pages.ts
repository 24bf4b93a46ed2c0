import { type FormCall, refusalOf, type View } from '@guidepost/desk';
import { parseDomainName } from '@guidepost/http';
import { AppError } from '@guidepost/service-kit';
import type { Context } from '../../context.ts';
import { addHostName, listHostNames, removeHostName, useHostName } from '../../tenants/host-names.ts';
import { actorOf, type KbCall, type KbPage } from '../kb-tenant.ts';

const ROLES = ['owner'] as const;

const CHANGES = { add: addHostName, use: useHostName, remove: removeHostName };

/** The host names that lead to a knowledge base. */
export function hostPages({
  database,
  config,
}: Pick<Context, 'database' | 'config'>): Record<string, KbPage> {
  const serviceUrls = [config.DESK_URL, config.PUBLIC_FILES_URL].filter((url) => url !== undefined);

  async function show(call: KbCall, content: object = {}): Promise<View> {
    const hosts = await listHostNames(database, call.tenant.knowledgeBase);
    const { title, section } = { title: call.phrasing.words.hostNames, section: 'settings' };
    return {
      template: 'settings/hosts',
      title,
      section,
      content: { hosts, typed: '', wrong: {}, problem: undefined, ...content },
    };
  }

  return {
    '/settings/hosts': {
      roles: ROLES,
      read: (call) => show(call),
      async post(call) {
        try {
          await change(call);
        } catch (error) {
          return refuse(call, error);
        }
        return { seeOther: `${call.base}/settings/hosts`, notice: 'noticeSaved' };
      },
    },
  };

  async function change(call: FormCall<KbCall>): Promise<void> {
    const { form, tenant } = call;
    const action = form.first('action') ?? '';
    if (!isAction(action)) throw new AppError('invalid', `There is no action "${action}".`);
    const typed = form.first('host') ?? '';
    const name = action === 'add' ? parseDomainName(typed) : typed;
    if (name === undefined)
      throw new AppError('invalid', 'It must be a host name.', { fields: { host: [''] } });
    await CHANGES[action](database, actorOf(call), { host: tenant.key, name, serviceUrls });
  }

  /** The page again, with what was typed and what is wrong with it. */
  async function refuse(call: FormCall<KbCall>, error: unknown): Promise<View> {
    const { form, phrasing } = call;
    const { status, headers, wrong, problem } = refusalOf(error, phrasing);
    if (wrong.host === undefined) return { ...(await show(call, { problem })), status, headers };
    const { hostNameRule, mainHostNameStays } = phrasing.words;
    const content =
      form.first('action') === 'add'
        ? { typed: form.first('host'), wrong: { host: hostNameRule } }
        : { problem: mainHostNameStays };
    return { ...(await show(call, content)), status, headers };
  }
}

function isAction(name: string): name is keyof typeof CHANGES {
  return Object.hasOwn(CHANGES, name);
}
