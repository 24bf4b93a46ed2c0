import { examples, type OutputOptions } from '@guidepost/command-line';
import type { Command } from 'commander';
import { deleteForum } from '../forums/administration.ts';
import { parseSlug } from './arguments.ts';
import { runCommand } from './run-command.ts';

/** `forum delete` */
export function addDelete(program: Command): void {
  program
    .command('delete')
    .description('delete a forum and everything in it')
    .argument('<slug>', 'what it is called in addresses', parseSlug)
    .requiredOption('--yes', 'say that you mean it: nothing brings it back')
    .option('--json', 'print one JSON document')
    .addHelpText('after', examples('forum delete old-forum --yes'))
    .action((slug: string, options: OutputOptions) =>
      runCommand(options, async ({ database }) => {
        await deleteForum(database, slug);
        return { document: { slug, deleted: true }, text: `Deleted ${slug}.` };
      }),
    );
}
