import { examples, type OutputOptions } from '@guidepost/command-line';
import type { Command } from 'commander';
import { deleteKnowledgeBase } from '../knowledge-bases/administration.ts';
import { parseHost } from './arguments.ts';
import { runCommand } from './run-command.ts';

/** `kb delete` */
export function addDelete(program: Command): void {
  program
    .command('delete')
    .description('delete a knowledge base and everything in it')
    .argument('<host>', 'its host name', parseHost)
    .requiredOption('--yes', 'say that you mean it: nothing brings it back')
    .option('--json', 'print one JSON document')
    .addHelpText('after', examples('kb delete old.example.com --yes'))
    .action((host: string, options: OutputOptions) =>
      runCommand(options, async ({ database }) => {
        await deleteKnowledgeBase(database, host);
        return { document: { host, deleted: true }, text: `Deleted ${host}.` };
      }),
    );
}
