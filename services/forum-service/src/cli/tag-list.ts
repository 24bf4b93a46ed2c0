import { examples, formatTable, type OutputOptions } from '@guidepost/command-line';
import type { Command } from 'commander';
import { type EditedTag, listAllTags } from '../tags/tags.ts';
import { parseSlug } from './arguments.ts';
import { runCommand } from './run-command.ts';

const HEADING = ['TAG', 'PUBLIC', 'DIALOGS', 'ARCHIVED'];

/** `forum tag list` */
export function addTagList(tag: Command): void {
  tag
    .command('list')
    .description('list the tags of a forum by name, with how many dialogs carry them')
    .argument('<slug>', 'what the forum is called in addresses', parseSlug)
    .option('--json', 'print one JSON document')
    .addHelpText('after', examples('forum tag list example'))
    .action((slug: string, options: OutputOptions) =>
      runCommand(options, async ({ database }) => {
        const tags = await listAllTags(database, slug);
        return { document: tags, text: tags.length === 0 ? `${slug} has no tags.` : describe(tags) };
      }),
    );
}

function describe(tags: EditedTag[]): string {
  const rows = tags.map(({ name, is_public, dialogs, archived_dialogs }) => [
    name,
    is_public ? 'yes' : 'no',
    String(dialogs),
    String(archived_dialogs),
  ]);
  return formatTable([HEADING, ...rows], process.stdout.columns);
}
