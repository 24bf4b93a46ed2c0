import { createWebhookCommands } from '@guidepost/webhooks/commands';
import { EVENT_TYPES } from '../model/event-types.ts';
import { requireKnowledgeBase } from '../tenants/find-knowledge-base.ts';
import { knowledgeBaseWebhooks, type WebhookChange } from '../tenants/webhooks.ts';
import { operatorNamed } from './actor.ts';
import { parseHostArgument } from './arguments.ts';
import { runCommand } from './run-command.ts';

/** `kb webhook` */
export const addWebhooks = createWebhookCommands<WebhookChange>({
  runCommand,
  types: EVENT_TYPES,
  owner: {
    argument: 'host',
    description: 'the host name of the knowledge base',
    parse: parseHostArgument,
    example: 'help.example.com',
  },
  webhooksIn: knowledgeBaseWebhooks,
  tenantIdOf: async (database, host) => (await requireKnowledgeBase(database, host)).id,
  changeOf: ({ owner: host, by }) => ({ host, actor: operatorNamed(by) }),
});
