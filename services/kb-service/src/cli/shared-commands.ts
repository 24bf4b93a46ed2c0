// The commands that packages provide to both services.

import { addMoveCommand, createMigrate } from '@guidepost/command-line';
import { VENDORS } from '@guidepost/fetch';
import { createFetchCommands } from '@guidepost/fetch/commands';
import { createKeyCommands } from '@guidepost/keys/commands';
import type { Database } from '@guidepost/postgres';
import { createPeople, type People } from '@guidepost/staff';
import { createStaffCommands } from '@guidepost/staff/commands';
import { createWebhookCommands } from '@guidepost/webhooks/commands';
import type { Command } from 'commander';
import { issueAccessKey, KEY_SCOPES, listAccessKeys, revokeAccessKey } from '../tenants/access-keys.ts';
import { requireKnowledgeBase } from '../tenants/find-knowledge-base.ts';
import { describeMove } from '../tenants/move-knowledge-base.ts';
import { createKnowledgeBaseMail, languagesOf, recordStaffEvent } from '../tenants/staff.ts';
import { EVENT_TYPES, knowledgeBaseWebhooks, type WebhookChange } from '../tenants/webhooks.ts';
import { hostCommand, parseHostArgument } from './arguments.ts';
import { configuredDeskUrl, configuredFetchToken, configuredMail } from './configured.ts';
import { operatorNamed, operatorOf, runCommand } from './run-command.ts';

const OWNER = {
  argument: 'host',
  description: 'the host name of the knowledge base',
  parse: parseHostArgument,
  example: 'help.example.com',
};

/** `kb fetch` */
export const addFetch = createFetchCommands({
  vendors: VENDORS,
  noun: 'help centre',
  example: 'https://help.acme.com ./acme',
  next: 'kb import help.example.com ./acme --dry-run',
  configuredToken: configuredFetchToken,
  hasLocales: true,
});

/** `kb key` */
export const addKey = createKeyCommands({
  runCommand,
  owner: OWNER,
  advice: 'Clients send it as "Authorization: Bearer <access key>".',
  audited: true,
  scopes: {
    choices: KEY_SCOPES,
    usual: 'read',
    description: 'what the key may do; with write, also change content like an editor',
  },
  issue: (database, host, { key: name, by, scope }) => {
    const known = KEY_SCOPES.find((one) => one === scope);
    return issueAccessKey(database, operatorNamed(by), { host, name, scope: known });
  },
  list: listAccessKeys,
  revoke: (database, host, { key, by }) => revokeAccessKey(database, operatorNamed(by), { host, key }),
});

/** `kb staff` */
export const addStaff = createStaffCommands({
  runCommand,
  owner: OWNER,
  async find(database, host) {
    const { main_id: tenantId } = await requireKnowledgeBase(database, host);
    return { people: peopleOf(database), tenantId };
  },
  peopleOf,
  hasLanguages: true,
});

function peopleOf(database: Database): People {
  const deskUrl = configuredDeskUrl();
  const mail = createKnowledgeBaseMail(configuredMail(), deskUrl);
  return createPeople({ database, deskUrl, record: recordStaffEvent, mail, languagesOf });
}

/** `kb webhook` */
export const addWebhooks = createWebhookCommands<WebhookChange>({
  runCommand,
  types: EVENT_TYPES,
  owner: OWNER,
  webhooksIn: knowledgeBaseWebhooks,
  tenantIdOf: async (database, host) => (await requireKnowledgeBase(database, host)).id,
  changeOf: ({ owner: host, by }) => ({ host, actor: operatorNamed(by) }),
});

/** `kb move` */
export function addMove(program: Command): void {
  addMoveCommand({
    runCommand,
    command: hostCommand(program, 'move'),
    example: 'help.example.com',
    describe: (database, host, options) => describeMove(database, operatorOf(options), host),
  });
}

/** `kb migrate` */
export const addMigrate = createMigrate(runCommand);
