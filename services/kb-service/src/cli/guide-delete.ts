import { examples, type OutputOptions } from '@guidepost/command-line';
import type { Command } from 'commander';
import { deleteGuides } from '../guides/deletion.ts';
import { parseHost } from './arguments.ts';
import { runCommand } from './run-command.ts';

/** `kb guide delete` */
export function addGuideDelete(group: Command): void {
  group
    .command('delete')
    .description('delete guides with their votes, former slugs and images')
    .argument('<host>', 'the host name of the knowledge base', parseHost)
    .argument('<slugs...>', 'the guides; when one does not exist, none is deleted')
    .requiredOption('--yes', 'say that you mean it: votes and former slugs cannot be brought back')
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      `\nAn import brings back the guides that its source still has. kb unpublish hides guides and keeps everything.\n${examples(
        'kb guide delete help.example.com release-notes-1 release-notes-2 --yes',
      )}`,
    )
    .action((host: string, slugs: string[], options: OutputOptions) =>
      runCommand(options, async ({ database }) => {
        const deleted = await deleteGuides(database, { host, slugs });
        const images = deleted.images === 1 ? '1 image' : `${deleted.images} images`;
        const text = `Deleted ${deleted.slugs.join(', ')} and ${images}.`;
        return { document: { host, deleted: deleted.slugs, images: deleted.images }, text };
      }),
    );
}
