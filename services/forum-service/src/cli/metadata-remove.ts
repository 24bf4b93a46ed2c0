import { examples, type OutputOptions } from '@guidepost/command-line';
import type { Command } from 'commander';
import { removeMetadataField } from '../metadata/metadata-fields.ts';
import { parseSlug } from './arguments.ts';
import { runCommand } from './run-command.ts';

/** `forum metadata remove` */
export function addMetadataRemove(metadata: Command): void {
  metadata
    .command('remove')
    .description('have a forum not ask for something any more; what was answered stays')
    .argument('<slug>', 'what the forum is called in addresses', parseSlug)
    .argument('<field>', 'what it is called in posts')
    .option('--json', 'print one JSON document')
    .addHelpText('after', examples('forum metadata remove example model'))
    .action((slug: string, name: string, options: OutputOptions) =>
      runCommand(options, async ({ database }) => {
        await removeMetadataField(database, slug, name);
        return { document: { slug, name, removed: true }, text: `${slug} takes ${name} no more.` };
      }),
    );
}
