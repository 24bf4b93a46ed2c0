import { examples, type OutputOptions, parseName } from '@guidepost/command-line';
import type { Command } from 'commander';
import { revokeAccessKey } from '../access/access-keys.ts';
import { runCommand } from './run-command.ts';

/** `forum key revoke` */
export function addKeyRevoke(key: Command): void {
  key
    .command('revoke')
    .description('take an access key back, at once and for good')
    .argument('<account>', 'the name of the account', parseName)
    .argument('<key>', 'the name of a key in use, or its id when none has that name')
    .option('--json', 'print one JSON document')
    .addHelpText('after', examples('forum key revoke "Example Ltd" "help desk"'))
    .action(revoke);
}

function revoke(account: string, which: string, options: OutputOptions): Promise<void> {
  return runCommand(options, async ({ database }) => {
    const { id, name, revoked_at } = await revokeAccessKey(database, account, which);
    return {
      document: { account, id, name, revoked_at },
      text: `Revoked access key ${id}, "${name}", of ${account}.`,
    };
  });
}
