import { examples, type OutputOptions, parseName } from '@guidepost/command-line';
import type { Command } from 'commander';
import { issueAccessKey } from '../access/access-keys.ts';
import { parseHost } from './arguments.ts';
import { runCommand } from './run-command.ts';

/** `kb key create` */
export function addKeyCreate(key: Command): void {
  key
    .command('create')
    .description('make an access key and print it, this once')
    .argument('<host>', 'the host name of the knowledge base', parseHost)
    .argument('<name>', 'whose key it is; no other key in use may have that name', parseName)
    .option('--json', 'print one JSON document')
    .addHelpText('after', examples('kb key create help.example.com "mobile app"'))
    .action(create);
}

function create(host: string, name: string, options: OutputOptions): Promise<void> {
  return runCommand(options, async ({ database }) => {
    const { id, key, created_at } = await issueAccessKey(database, host, name);
    const text = [
      `Access key ${id}, "${name}", for ${host}:`,
      '',
      `  ${key}`,
      '',
      'Keep it now, it is not shown again. Requests carry it as "Authorization: Bearer <access key>".',
    ];
    return { document: { host, id, name, key, created_at }, text: text.join('\n') };
  });
}
