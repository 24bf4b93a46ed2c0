import { createKeyCommands, parseName } from '@guidepost/command-line';
import { issueAccessKey, listAccessKeys, revokeAccessKey } from '../access/access-keys.ts';
import { runCommand } from './run-command.ts';

/** `forum key` */
export const addKey = createKeyCommands({
  runCommand,
  owner: {
    noun: 'an account, which open all of its forums',
    argument: 'account',
    description: 'the name of the account',
    parse: parseName,
    example: '"Example Ltd"',
  },
  advice: 'Servers send it as "Authorization: Bearer <access key>"; no page may hold it.',
  issue: issueAccessKey,
  list: listAccessKeys,
  revoke: revokeAccessKey,
});
