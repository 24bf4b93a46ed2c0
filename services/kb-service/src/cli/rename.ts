import { examples, type OutputOptions } from '@guidepost/command-line';
import type { Command } from 'commander';
import { renameGuide } from '../guides/rename.ts';
import { parseHost, parseSlug } from './arguments.ts';
import { runCommand } from './run-command.ts';

/** `kb rename` */
export function addRename(program: Command): void {
  program
    .command('rename')
    .description('give a guide another slug; the one it had leads there from then on')
    .argument('<host>', 'the host name of the knowledge base', parseHost)
    .argument('<slug>', 'what the guide is called')
    .argument('<new-slug>', 'what it shall be called', parseSlug)
    .option('--json', 'print one JSON document')
    .addHelpText('after', examples('kb rename help.example.com install getting-started-install'))
    .action((host: string, slug: string, newSlug: string, options: OutputOptions) =>
      runCommand(options, async ({ database }) => {
        const changed = await renameGuide(database, { host, slug, newSlug });
        const text = changed ? `Renamed ${slug} to ${newSlug}.` : `${slug} was called that already.`;
        return { document: { host, slug: newSlug, former_slug: slug, changed }, text };
      }),
    );
}
