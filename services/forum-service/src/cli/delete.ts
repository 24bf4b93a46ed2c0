import { editorOf, examples, withEditor } from '@guidepost/command-line';
import type { Command } from 'commander';
import { recordChange } from '../audit/record-change.ts';
import { deleteForum } from '../forums/administration.ts';
import { parseSlug } from './arguments.ts';
import type { ChangeOptions } from './moderating.ts';
import { runCommand } from './run-command.ts';

/** `forum delete` */
export function addDelete(program: Command): void {
  const command = program
    .command('delete')
    .description('delete a forum and everything in it')
    .argument('<slug>', 'what it is called in addresses', parseSlug)
    .requiredOption('--yes', 'say that you mean it: nothing brings it back');
  withEditor(command)
    .option('--json', 'print one JSON document')
    .addHelpText('after', examples('forum delete old-forum --yes'))
    .action((slug: string, options: ChangeOptions) =>
      runCommand(options, async ({ database }) => {
        const change = { slug, by: editorOf(options), action: 'delete' };
        await recordChange(database, change, async (transaction) => ({
          events: [{}],
          result: await deleteForum(transaction, slug),
        }));
        return { document: { slug, deleted: true }, text: `Deleted ${slug}.` };
      }),
    );
}
