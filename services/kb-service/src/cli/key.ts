import { createKeyCommands } from '@guidepost/access/key-commands';
import { issueAccessKey, listAccessKeys, revokeAccessKey } from '../access/access-keys.ts';
import { parseHost } from './arguments.ts';
import { runCommand } from './run-command.ts';

export const addKey = createKeyCommands({
  runCommand,
  owner: {
    noun: 'a knowledge base',
    argument: 'host',
    description: 'the host name of the knowledge base',
    parse: parseHost,
    example: 'help.example.com',
  },
  advice: 'Clients send it as "Authorization: Bearer <access key>".',
  audited: false,
  issue: (database, host, { key }) => issueAccessKey(database, host, key),
  list: listAccessKeys,
  revoke: (database, host, { key }) => revokeAccessKey(database, host, key),
});
