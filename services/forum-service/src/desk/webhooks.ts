import type { DeskWebhooks } from '@guidepost/desk';
import { listDeliveries, listWebhooks, readDelivery, requireWebhook } from '@guidepost/webhooks';
import { accountOf } from '../accounts/accounts.ts';
import { addWebhook, removeWebhook, rotateSecret, sendAgain, sendTest } from '../administration/webhooks.ts';
import type { Context } from '../context.ts';
import { EVENT_TYPES } from '../model/event-types.ts';
import { actorOf, type ForumCall } from './forum-tenant.ts';

/** The webhooks of a forum's account, for the pages that manage them. */
export function accountWebhooks({ database }: Pick<Context, 'database'>): DeskWebhooks<ForumCall> {
  const tenantOf = ({ tenant }: ForumCall) => ({ tenantId: tenant.id });
  const changeOf = async (call: ForumCall) => ({
    account: (await accountOf(database, call.tenant.forum.id)).name,
    actor: actorOf(call),
  });
  return {
    types: EVENT_TYPES,
    list: ({ tenant }) => listWebhooks(database, tenant.id),
    find: (call, id) => requireWebhook(database, { ...tenantOf(call), id }),
    add: async (call, webhook) => addWebhook(database, await changeOf(call), webhook),
    remove: async (call, id) => removeWebhook(database, await changeOf(call), id),
    rotate: async (call, id) => rotateSecret(database, await changeOf(call), id),
    test: async (call, id) => sendTest(database, await changeOf(call), id),
    log: (call, page) => listDeliveries(database, { ...tenantOf(call), ...page }),
    delivery: (call, reference) => readDelivery(database, { ...tenantOf(call), ...reference }),
    again: async (call, reference) => sendAgain(database, await changeOf(call), reference),
  };
}
