import type { AccessKey } from '@guidepost/postgres';
import type { Command } from 'commander';
import { examples } from '../examples.ts';
import type { OutputOptions } from '../run-command.ts';
import { formatTable } from '../table.ts';
import type { KeyKeeping } from './key-keeping.ts';

const HEADING = ['ID', 'NAME', 'CREATED', 'LAST USED', 'REVOKED'];

/** `key list` */
export function addKeyList(command: Command, { runCommand, owner, list }: KeyKeeping): void {
  const program = command.parent?.name();
  command
    .command('list')
    .description('list the access keys, revoked ones too; the last use may be a minute late')
    .argument(`<${owner.argument}>`, owner.description, owner.parse)
    .option('--json', 'print one JSON document')
    .addHelpText('after', examples(`${program} key list ${owner.example}`))
    .action((of: string, options: OutputOptions) =>
      runCommand(options, async ({ database }) => {
        const keys = await list(database, of);
        const none = `${of} has no access keys; ${program} key create makes one.`;
        return { document: keys, text: keys.length === 0 ? none : describe(keys) };
      }),
    );
}

function describe(keys: AccessKey[]): string {
  const rows = keys.map(({ id, name, created_at, last_used_at, revoked_at }) => [
    String(id),
    name,
    created_at.toISOString(),
    last_used_at?.toISOString() ?? 'never',
    revoked_at?.toISOString() ?? '',
  ]);
  return formatTable([HEADING, ...rows]);
}
