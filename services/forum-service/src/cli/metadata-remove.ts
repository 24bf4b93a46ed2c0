import { editorOf, examples, withEditor } from '@guidepost/command-line';
import type { Command } from 'commander';
import { recordChange } from '../audit/record-change.ts';
import { removeMetadataField } from '../forums/metadata-fields.ts';
import { parseSlug } from './arguments.ts';
import type { ChangeOptions } from './moderating.ts';
import { runCommand } from './run-command.ts';

/** `forum metadata remove` */
export function addMetadataRemove(metadata: Command): void {
  const command = metadata
    .command('remove')
    .description('have a forum not ask for something any more; what was answered stays')
    .argument('<slug>', 'what the forum is called in addresses', parseSlug)
    .argument('<field>', 'what it is called in posts');
  withEditor(command)
    .option('--json', 'print one JSON document')
    .addHelpText('after', examples('forum metadata remove example model'))
    .action((slug: string, name: string, options: ChangeOptions) =>
      runCommand(options, async ({ database }) => {
        const change = { slug, by: editorOf(options), action: 'metadata remove' };
        await recordChange(database, change, async (transaction) => ({
          events: [{ details: { name } }],
          result: await removeMetadataField(transaction, slug, name),
        }));
        return { document: { slug, name, removed: true }, text: `${slug} takes ${name} no more.` };
      }),
    );
}
