import { parseName } from '@guidepost/command-line';
import { listDeliveries, listWebhooks } from '@guidepost/webhooks';
import { createWebhookCommands } from '@guidepost/webhooks/commands';
import { requireAccount } from '../accounts/accounts.ts';
import { addWebhook, removeWebhook, rotateSecret, sendAgain, sendTest } from '../administration/webhooks.ts';
import { EVENT_TYPES } from '../model/event-types.ts';
import { operatorNamed } from './actor.ts';
import { runCommand } from './run-command.ts';

const changeOf = ({ owner: account, by }: { owner: string; by: string }) => ({
  account,
  actor: operatorNamed(by),
});

/** `forum webhook` */
export const addWebhooks = createWebhookCommands({
  runCommand,
  types: EVENT_TYPES,
  owner: {
    argument: 'account',
    description: 'the name of the account',
    parse: parseName,
    example: '"Example Ltd"',
  },
  list: async (database, account) => listWebhooks(database, (await requireAccount(database, account)).id),
  add: ({ database, ...call }, webhook) => addWebhook(database, changeOf(call), webhook),
  remove: ({ database, id, ...call }) => removeWebhook(database, changeOf(call), id),
  rotate: ({ database, id, ...call }) => rotateSecret(database, changeOf(call), id),
  test: ({ database, id, ...call }) => sendTest(database, changeOf(call), id),
  again: ({ database, id, ...call }, delivery) => sendAgain(database, changeOf(call), { id, delivery }),
  log: async ({ database, owner, id }, limit) => {
    const { id: tenantId } = await requireAccount(database, owner);
    return listDeliveries(database, { tenantId, id, limit });
  },
});
