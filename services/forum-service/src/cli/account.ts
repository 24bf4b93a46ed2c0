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
import { sizeIn } from '@guidepost/i18n';
import { Argument, type Command } from 'commander';
import { changeAllowances } from '../tenants/account-settings.ts';
import { type AccountOverview, createAccount, listAccounts, showAccount } from '../tenants/accounts.ts';
import { parseSwitch } from './arguments.ts';
import { type ChangeOptions, runChange, withChangeOptions, yesOrNo } from './record-commands.ts';
import { runCommand } from './run-command.ts';

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
    ['Storage used', sizeIn('en', account.stored_bytes)],
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
