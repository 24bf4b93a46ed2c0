import { examples, type OutputOptions, parseName } from '@guidepost/command-line';
import type { Command } from 'commander';
import { createAccount } from '../accounts/accounts.ts';
import { runCommand } from './run-command.ts';

interface CreateOptions extends OutputOptions {
  metadata?: boolean;
  apiKeys?: boolean;
}

/** `forum account create` */
export function addAccountCreate(account: Command): void {
  account
    .command('create')
    .description('make an account; forums belong to one')
    .argument('<name>', 'whose it is; no other account may have that name', parseName)
    .option('--metadata', 'its forums may ask for more than the usual; account set changes that')
    .option('--api-keys', 'it may have access keys; account set changes that')
    .option('--json', 'print one JSON document')
    .addHelpText('after', examples('forum account create "Example Ltd" --metadata --api-keys'))
    .action(create);
}

function create(name: string, options: CreateOptions): Promise<void> {
  const { metadata = false, apiKeys = false } = options;
  return runCommand(options, async ({ database }) => {
    const wanted = { name, allows_metadata: metadata, allows_keys: apiKeys };
    const { id, ...created } = await createAccount(database, wanted);
    return { document: created, text: `Created the account ${name}.` };
  });
}
