import { examples, type OutputOptions } from '@guidepost/command-line';
import type { Command } from 'commander';
import { revokeAccessKey } from '../access/access-keys.ts';
import { parseHost } from './arguments.ts';
import { runCommand } from './run-command.ts';

/** `kb key revoke` */
export function addKeyRevoke(key: Command): void {
  key
    .command('revoke')
    .description('take an access key back, at once and for good')
    .argument('<host>', 'the host name of the knowledge base', parseHost)
    .argument('<key>', 'the name of a key in use, or its id when none has that name')
    .option('--json', 'print one JSON document')
    .addHelpText('after', examples('kb key revoke help.example.com "mobile app"'))
    .action(revoke);
}

function revoke(host: string, which: string, options: OutputOptions): Promise<void> {
  return runCommand(options, async ({ database }) => {
    const { id, name, revoked_at } = await revokeAccessKey(database, host, which);
    return {
      document: { host, id, name, revoked_at },
      text: `Revoked access key ${id}, "${name}", of ${host}.`,
    };
  });
}
