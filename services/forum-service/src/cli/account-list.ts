import { examples, formatTable, type OutputOptions } from '@guidepost/command-line';
import type { Command } from 'commander';
import { type AccountOverview, listAccounts } from '../accounts/accounts.ts';
import { runCommand } from './run-command.ts';

const HEADING = ['NAME', 'METADATA', 'API KEYS', 'FORUMS'];

/** `forum account list` */
export function addAccountList(account: Command): void {
  account
    .command('list')
    .description('list the accounts, what they may have, and their forums')
    .option('--json', 'print one JSON document')
    .addHelpText('after', examples('forum account list'))
    .action(list);
}

function list(options: OutputOptions): Promise<void> {
  return runCommand(options, async ({ database }) => {
    const accounts = await listAccounts(database);
    return { document: accounts, text: describe(accounts) };
  });
}

function describe(accounts: AccountOverview[]): string {
  if (accounts.length === 0) return 'There are no accounts yet; forum account create makes one.';
  const rows = accounts.map(({ name, allows_metadata, allows_keys, forums }) => [
    name,
    allows_metadata ? 'yes' : 'no',
    allows_keys ? 'yes' : 'no',
    forums.join(', '),
  ]);
  return formatTable([HEADING, ...rows]);
}
