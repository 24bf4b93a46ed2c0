import { type FormCall, refusalOf, type View } from '@guidepost/desk';
import { AppError } from '@guidepost/service-kit';
import type { Context } from '../../context.ts';
import { addHostName, listHostNames, removeHostName, useHostName } from '../../knowledge-bases/host-names.ts';
import { parseHost } from '../../model/host.ts';
import { actorOf, type KbCall, type KbPage } from '../kb-tenant.ts';

const ROLES = ['owner'] as const;

const CHANGES = { add: addHostName, use: useHostName, remove: removeHostName };

/** The host names that lead to a knowledge base. */
export function hostPages({ database }: Pick<Context, 'database'>): Record<string, KbPage> {
  async function show(call: KbCall, content: object = {}): Promise<View> {
    const hosts = await listHostNames(database, call.tenant.knowledgeBase);
    const { title, section } = { title: call.phrasing.words.hostNames, section: 'settings' };
    return {
      template: 'settings/hosts',
      title,
      section,
      content: { hosts, typed: '', wrong: {}, ...content },
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
          const { status, headers, wrong, problem } = refusalOf(error, call.phrasing);
          const typed = call.form.first('host') ?? '';
          return { ...(await show(call, { typed, wrong: inWords(call, wrong), problem })), status, headers };
        }
        return { seeOther: `${call.base}/settings/hosts`, notice: 'noticeSaved' };
      },
    },
  };

  async function change(call: FormCall<KbCall>): Promise<void> {
    const { form, tenant } = call;
    const act = Object.entries(CHANGES).find(([name]) => name === form.first('action'))?.[1] ?? addHostName;
    const name = parseHost(form.first('host') ?? '');
    if (name === undefined)
      throw new AppError('invalid', 'It must be a host name.', { fields: { host: [''] } });
    await act(database, actorOf(call), { host: tenant.key, name });
  }
}

function inWords({ phrasing: { words } }: KbCall, wrong: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.keys(wrong).map((field) => [field, words.hostNameRule]));
}
