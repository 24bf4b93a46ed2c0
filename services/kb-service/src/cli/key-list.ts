import { examples, formatTable, type OutputOptions } from '@guidepost/command-line';
import type { Command } from 'commander';
import { type AccessKey, listAccessKeys } from '../access/access-keys.ts';
import { parseHost } from './arguments.ts';
import { runCommand } from './run-command.ts';

const HEADING = ['ID', 'NAME', 'CREATED', 'LAST USED', 'REVOKED'];

/** `kb key list` */
export function addKeyList(key: Command): void {
  key
    .command('list')
    .description('list the access keys, revoked ones too; the last use may be a minute late')
    .argument('<host>', 'the host name of the knowledge base', parseHost)
    .option('--json', 'print one JSON document')
    .addHelpText('after', examples('kb key list help.example.com'))
    .action(list);
}

function list(host: string, options: OutputOptions): Promise<void> {
  return runCommand(options, async ({ database }) => {
    const keys = await listAccessKeys(database, host);
    return { document: keys, text: describe(keys, host) };
  });
}

function describe(keys: AccessKey[], host: string): string {
  if (keys.length === 0) return `${host} has no access keys; kb key create makes one.`;
  const rows = keys.map(({ id, name, created_at, last_used_at, revoked_at }) => [
    String(id),
    name,
    created_at.toISOString(),
    last_used_at?.toISOString() ?? 'never',
    revoked_at?.toISOString() ?? '',
  ]);
  return formatTable([HEADING, ...rows]);
}
