import {
  describeMove,
  formatTable,
  type ListView,
  listAnswer,
  type OutputOptions,
  parseName,
  withMoves,
  withOutput,
} from '@guidepost/command-line';
import { createKeyCommands } from '@guidepost/keys/commands';
import { createWebhookCommands } from '@guidepost/webhooks/commands';
import { Argument, type Command } from 'commander';
import { MEGABYTE } from '../files/files.ts';
import { KEY_SCOPES, listAccessKeys } from '../tenants/access-keys.ts';
import { changeAllowances, issueAccessKey, revokeAccessKey } from '../tenants/account-settings.ts';
import {
  type AccountOverview,
  createAccount,
  listAccounts,
  requireAccount,
  showAccount,
} from '../tenants/accounts.ts';
import { accountWebhooks, EVENT_TYPES, type WebhookChange } from '../tenants/webhooks.ts';
import { parseSwitch } from './arguments.ts';
import { type ChangeOptions, runChange, withChangeOptions, yesOrNo } from './record-commands.ts';
import { operatorNamed, runCommand } from './run-command.ts';

interface CreateOptions extends OutputOptions {
  metadata?: boolean;
  apiKeys?: boolean;
}

/** Permissions by the name that is typed. */
const PERMISSIONS = { metadata: 'allows_metadata', 'api-keys': 'allows_keys' } as const;
type Permission = keyof typeof PERMISSIONS;

const ACCOUNTS: ListView<AccountOverview> = {
  columns: {
    NAME: ({ name }) => name,
    METADATA: ({ allows_metadata }) => yesOrNo(allows_metadata),
    'API KEYS': ({ allows_keys }) => yesOrNo(allows_keys),
    FORUMS: ({ forums }) => forums.join(', '),
  },
  none: 'There are no accounts. Create one with forum account create.',
  full: true,
};

/** `forum account` */
export function addAccount(program: Command): void {
  const group = program.command('account');
  for (const add of [addCreate, addList, addShow, addSet]) add(group);
}

function addCreate(group: Command): void {
  const command = group
    .command('create')
    .description('create an account')
    .argument('<name>', 'a name that no other account has', parseName)
    .option('--metadata', 'allow metadata fields in its forums (can be changed with account set)')
    .option('--api-keys', 'allow access keys (can be changed with account set)');
  withOutput(command, 'forum account create "Example Ltd" --metadata --api-keys');
  command.action((name: string, options: CreateOptions) =>
    runCommand(options, async ({ database }) => {
      const { metadata = false, apiKeys = false } = options;
      const wanted = { name, allows_metadata: metadata, allows_keys: apiKeys };
      const { id, ...created } = await createAccount(database, wanted);
      return { document: created, text: `Created account ${name}.` };
    }),
  );
}

function addList(group: Command): void {
  const command = group.command('list').description('list accounts with their permissions and forums');
  withOutput(command, 'forum account list').action((options: OutputOptions) =>
    runCommand(options, async ({ database }) => {
      const found = await listAccounts(database);
      return listAnswer(found, withMoves(ACCOUNTS, found));
    }),
  );
}

function addShow(group: Command): void {
  const command = group
    .command('show')
    .description('show an account with its forums and the storage that its files use')
    .argument('<name>', 'the name of the account', parseName);
  withOutput(command, 'forum account show "Example Ltd"');
  command.action((name: string, options: OutputOptions) =>
    runCommand(options, async ({ database }) => {
      const account = await showAccount(database, name);
      return { document: account, text: describe(account) };
    }),
  );
}

function describe(account: AccountOverview): string {
  return formatTable([
    ['Name', account.name],
    ['Metadata', yesOrNo(account.allows_metadata)],
    ['API keys', yesOrNo(account.allows_keys)],
    ['Forums', account.forums.join(', ') || 'none'],
    ['Storage used', `${(account.stored_bytes / MEGABYTE).toFixed(1)} MB`],
    ['Created', account.created_at.toISOString()],
    ...describeMove(account),
  ]);
}

function addSet(group: Command): void {
  const command = group
    .command('set')
    .description('change a permission of an account')
    .argument('<name>', 'the name of the account', parseName)
    .addArgument(new Argument('<property>', 'the permission').choices(Object.keys(PERMISSIONS)))
    .argument('<value>', 'on or off; off disables existing fields or keys but keeps them', parseSwitch);
  withChangeOptions(
    command,
    'forum account set "Example Ltd" api-keys on   # allow access keys',
    'forum account set "Example Ltd" metadata on   # allow metadata fields in its forums',
  ).action(set);
}

function set(name: string, permission: Permission, value: boolean, options: ChangeOptions): Promise<void> {
  const allowances = { [PERMISSIONS[permission]]: value };
  return runChange(options, { account: name }, async (database, change) => {
    const changed = await changeAllowances(database, change, allowances);
    const text = changed ? `Changed ${name}.` : `${name} already has this setting.`;
    return { document: { name, changed, ...allowances }, text };
  });
}

/** The account that owns keys, webhooks and people. */
export const OWNER = {
  argument: 'account',
  description: 'the name of the account',
  parse: parseName,
  example: '"Example Ltd"',
};

/** `forum key` */
export const addKey = createKeyCommands({
  runCommand,
  owner: OWNER,
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

/** `forum webhook` */
export const addWebhooks = createWebhookCommands<WebhookChange>({
  runCommand,
  types: EVENT_TYPES,
  owner: OWNER,
  webhooksIn: accountWebhooks,
  tenantIdOf: async (database, account) => (await requireAccount(database, account)).id,
  changeOf: ({ owner: account, by }) => ({ account, actor: operatorNamed(by) }),
});
