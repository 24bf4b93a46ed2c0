import { examples, formatTable, type OutputOptions, parseName } from '@guidepost/command-line';
import type { Command } from 'commander';
import { type AccountOverview, showAccount } from '../accounts/accounts.ts';
import { MEGABYTE } from '../files/files.ts';
import { runCommand } from './run-command.ts';

/** `forum account show` */
export function addAccountShow(account: Command): void {
  account
    .command('show')
    .description('show an account, its forums, and the storage that their files use')
    .argument('<name>', 'whose it is', parseName)
    .option('--json', 'print one JSON document')
    .addHelpText('after', examples('forum account show "Example Ltd"'))
    .action(show);
}

function show(name: string, options: OutputOptions): Promise<void> {
  return runCommand(options, async ({ database }) => {
    const account = await showAccount(database, name);
    return { document: account, text: describe(account) };
  });
}

function describe(account: AccountOverview): string {
  return formatTable([
    ['Name', account.name],
    ['Metadata', account.allows_metadata ? 'yes' : 'no'],
    ['API keys', account.allows_keys ? 'yes' : 'no'],
    ['Forums', account.forums.join(', ') || 'none'],
    ['Storage used', `${(account.stored_bytes / MEGABYTE).toFixed(1)} MB`],
    ['Created', account.created_at.toISOString()],
  ]);
}
