import { examples, type OutputOptions, parseName } from '@guidepost/command-line';
import type { Command } from 'commander';
import { issueAccessKey } from '../access/access-keys.ts';
import { runCommand } from './run-command.ts';

/** `forum key create` */
export function addKeyCreate(key: Command): void {
  key
    .command('create')
    .description('make an access key and print it, this once')
    .argument('<account>', 'the name of the account', parseName)
    .argument('<name>', 'whose key it is; no other key in use may have that name', parseName)
    .option('--json', 'print one JSON document')
    .addHelpText('after', examples('forum key create "Example Ltd" "help desk"'))
    .action(create);
}

function create(account: string, name: string, options: OutputOptions): Promise<void> {
  return runCommand(options, async ({ database }) => {
    const { id, key, created_at } = await issueAccessKey(database, account, name);
    const text = [
      `Access key ${id}, "${name}", of ${account}:`,
      '',
      `  ${key}`,
      '',
      'Keep it now, it is not shown again. Servers send it as "Authorization: Bearer <access key>"; no page may hold it.',
    ];
    return { document: { account, id, name, key, created_at }, text: text.join('\n') };
  });
}
