import { type DeskPage, webhookPages } from '@guidepost/desk';
import type { Context } from '../context.ts';
import { accountOf } from '../tenants/accounts.ts';
import { accountWebhooks } from '../tenants/webhooks.ts';
import { actorOf, type ForumCall } from './forum-tenant.ts';

/** The webhooks of a forum's account. */
export function accountWebhookPages({
  database,
}: Pick<Context, 'database'>): Record<string, DeskPage<ForumCall>> {
  return webhookPages(accountWebhooks(database), async (call: ForumCall) => ({
    account: (await accountOf(database, call.tenant.forum.id)).name,
    actor: actorOf(call),
  }));
}
