import { createKeyCommands } from '@guidepost/keys/commands';
import { issueAccessKey, KEY_SCOPES, listAccessKeys, revokeAccessKey } from '../tenants/access-keys.ts';
import { operatorNamed } from './actor.ts';
import { parseHostArgument } from './arguments.ts';
import { runCommand } from './run-command.ts';

export const addKey = createKeyCommands({
  runCommand,
  owner: {
    argument: 'host',
    description: 'the host name of the knowledge base',
    parse: parseHostArgument,
    example: 'help.example.com',
  },
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
