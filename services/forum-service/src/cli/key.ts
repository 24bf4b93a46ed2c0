import { parseName } from '@guidepost/command-line';
import { createKeyCommands } from '@guidepost/keys/commands';
import { KEY_SCOPES, listAccessKeys } from '../tenants/access-keys.ts';
import { issueAccessKey, revokeAccessKey } from '../tenants/account-settings.ts';
import { operatorNamed } from './actor.ts';
import { runCommand } from './run-command.ts';

/** `forum key` */
export const addKey = createKeyCommands({
  runCommand,
  owner: {
    argument: 'account',
    description: 'the name of the account',
    parse: parseName,
    example: '"Example Ltd"',
  },
  advice: 'Servers send it as "Authorization: Bearer <access key>". Never put it into a web page.',
  audited: true,
  scopes: {
    choices: KEY_SCOPES,
    usual: 'post',
    description: 'what the key may do: read what is not public; also post; or also change and delete posts',
  },
  issue: (database, account, { key: name, by, scope }) => {
    const known = KEY_SCOPES.find((one) => one === scope);
    return issueAccessKey(database, { account, actor: operatorNamed(by) }, { name, scope: known });
  },
  list: listAccessKeys,
  revoke: (database, account, { key, by }) =>
    revokeAccessKey(database, { account, actor: operatorNamed(by) }, key),
});
