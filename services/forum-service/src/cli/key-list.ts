import { examples, formatTable, type OutputOptions, parseName } from '@guidepost/command-line';
import type { Command } from 'commander';
import { type AccessKey, listAccessKeys } from '../access/access-keys.ts';
import { runCommand } from './run-command.ts';

const HEADING = ['ID', 'NAME', 'CREATED', 'LAST USED', 'REVOKED'];

/** `forum key list` */
export function addKeyList(key: Command): void {
  key
    .command('list')
    .description('list the access keys, revoked ones too; the last use may be a minute late')
    .argument('<account>', 'the name of the account', parseName)
    .option('--json', 'print one JSON document')
    .addHelpText('after', examples('forum key list "Example Ltd"'))
    .action(list);
}

function list(account: string, options: OutputOptions): Promise<void> {
  return runCommand(options, async ({ database }) => {
    const keys = await listAccessKeys(database, account);
    return { document: keys, text: describe(keys, account) };
  });
}

function describe(keys: AccessKey[], account: string): string {
  if (keys.length === 0) return `${account} has no access keys; forum key create makes one.`;
  const rows = keys.map(({ id, name, created_at, last_used_at, revoked_at }) => [
    String(id),
    name,
    created_at.toISOString(),
    last_used_at?.toISOString() ?? 'never',
    revoked_at?.toISOString() ?? '',
  ]);
  return formatTable([HEADING, ...rows]);
}
