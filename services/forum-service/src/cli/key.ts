import { createKeyCommands } from '@guidepost/access/key-commands';
import { parseName } from '@guidepost/command-line';
import { issueAccessKey, listAccessKeys, revokeAccessKey } from '../access/access-keys.ts';
import { recordForAccount } from '../audit/record-change.ts';
import { runCommand } from './run-command.ts';

/** `forum key` */
export const addKey = createKeyCommands({
  runCommand,
  owner: {
    noun: 'an account',
    argument: 'account',
    description: 'the name of the account',
    parse: parseName,
    example: '"Example Ltd"',
  },
  advice: 'Servers send it as "Authorization: Bearer <access key>". Never put it into a web page.',
  audited: true,
  issue: (database, account, { key: name, by }) =>
    recordForAccount(database, { account, by, action: 'key create' }, async (transaction) => {
      const result = await issueAccessKey(transaction, account, name);
      return { events: [{ details: { key: name } }], result };
    }),
  list: listAccessKeys,
  revoke: (database, account, { key: which, by }) =>
    recordForAccount(database, { account, by, action: 'key revoke' }, async (transaction) => {
      const result = await revokeAccessKey(transaction, account, which);
      return { events: [{ details: { key: result.name } }], result };
    }),
});
