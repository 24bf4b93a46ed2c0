import { parseName } from '@guidepost/command-line';
import { createWebhookCommands } from '@guidepost/webhooks/commands';
import { EVENT_TYPES } from '../model/event-types.ts';
import { requireAccount } from '../tenants/accounts.ts';
import { accountWebhooks, type WebhookChange } from '../tenants/webhooks.ts';
import { operatorNamed } from './actor.ts';
import { runCommand } from './run-command.ts';

/** `forum webhook` */
export const addWebhooks = createWebhookCommands<WebhookChange>({
  runCommand,
  types: EVENT_TYPES,
  owner: {
    argument: 'account',
    description: 'the name of the account',
    parse: parseName,
    example: '"Example Ltd"',
  },
  webhooksIn: accountWebhooks,
  tenantIdOf: async (database, account) => (await requireAccount(database, account)).id,
  changeOf: ({ owner: account, by }) => ({ account, actor: operatorNamed(by) }),
});
