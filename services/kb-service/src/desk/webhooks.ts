import type { DeskWebhooks } from '@guidepost/desk';
import { listDeliveries, listWebhooks, readDelivery, requireWebhook } from '@guidepost/webhooks';
import type { Context } from '../context.ts';
import { EVENT_TYPES } from '../model/event-types.ts';
import { addWebhook, removeWebhook, rotateSecret, sendAgain, sendTest } from '../webhooks/webhooks.ts';
import { actorOf, type KbCall } from './kb-tenant.ts';

/** The webhooks of a knowledge base, for the pages that manage them. */
export function kbWebhooks({ database }: Pick<Context, 'database'>): DeskWebhooks<KbCall> {
  const hostOf = ({ tenant }: KbCall) => ({ host: tenant.key });
  const tenantOf = ({ tenant }: KbCall) => ({ tenantId: tenant.id });
  return {
    types: EVENT_TYPES,
    list: ({ tenant }) => listWebhooks(database, tenant.id),
    find: (call, id) => requireWebhook(database, { ...tenantOf(call), id }),
    add: (call, webhook) => addWebhook(database, actorOf(call), { ...hostOf(call), ...webhook }),
    remove: (call, id) => removeWebhook(database, actorOf(call), { ...hostOf(call), id }),
    rotate: (call, id) => rotateSecret(database, actorOf(call), { ...hostOf(call), id }),
    test: (call, id) => sendTest(database, actorOf(call), { ...hostOf(call), id }),
    log: (call, page) => listDeliveries(database, { ...tenantOf(call), ...page }),
    delivery: (call, reference) => readDelivery(database, { ...tenantOf(call), ...reference }),
    again: (call, reference) => sendAgain(database, actorOf(call), { ...hostOf(call), ...reference }),
  };
}
