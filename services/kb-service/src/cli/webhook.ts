import { listDeliveries, listWebhooks } from '@guidepost/webhooks';
import { createWebhookCommands } from '@guidepost/webhooks/commands';
import { requireKnowledgeBase } from '../knowledge-bases/find-knowledge-base.ts';
import { EVENT_TYPES } from '../model/event-types.ts';
import { addWebhook, removeWebhook, rotateSecret, sendAgain, sendTest } from '../webhooks/webhooks.ts';
import { operatorNamed } from './actor.ts';
import { parseHostArgument } from './arguments.ts';
import { runCommand } from './run-command.ts';

/** `kb webhook` */
export const addWebhooks = createWebhookCommands({
  runCommand,
  types: EVENT_TYPES,
  owner: {
    argument: 'host',
    description: 'the host name of the knowledge base',
    parse: parseHostArgument,
    example: 'help.example.com',
  },
  list: async (database, host) => listWebhooks(database, (await requireKnowledgeBase(database, host)).id),
  add: ({ database, owner: host, by }, webhook) =>
    addWebhook(database, operatorNamed(by), { host, ...webhook }),
  remove: ({ database, owner: host, id, by }) => removeWebhook(database, operatorNamed(by), { host, id }),
  rotate: ({ database, owner: host, id, by }) => rotateSecret(database, operatorNamed(by), { host, id }),
  test: ({ database, owner: host, id, by }) => sendTest(database, operatorNamed(by), { host, id }),
  again: ({ database, owner: host, id, by }, delivery) =>
    sendAgain(database, operatorNamed(by), { host, id, delivery }),
  log: async ({ database, owner: host, id }, limit) => {
    const { id: tenantId } = await requireKnowledgeBase(database, host);
    return listDeliveries(database, { tenantId, id, limit });
  },
});
