import { examples, type OutputOptions } from '@guidepost/command-line';
import type { Command } from 'commander';
import { publishGuides, renameGuide } from '../guides/change-guides.ts';
import { parseHost, parseSlug } from './arguments.ts';
import { runCommand } from './run-command.ts';

/** `kb publish` */
export function addPublish(program: Command): void {
  addPublication(program, 'publish', 'show guides to readers');
}

/** `kb unpublish` */
export function addUnpublish(program: Command): void {
  addPublication(program, 'unpublish', 'hide guides from readers');
}

function addPublication(program: Command, name: 'publish' | 'unpublish', description: string): void {
  const published = name === 'publish';
  program
    .command(name)
    .description(description)
    .argument('<host>', 'the host name of the knowledge base', parseHost)
    .argument('<slugs...>', 'the guides; when one does not exist, none is changed')
    .option('--json', 'print one JSON document')
    .addHelpText('after', examples(`kb ${name} help.example.com getting-started-install release-notes`))
    .action((host: string, slugs: string[], options: OutputOptions) =>
      runCommand(options, async ({ database }) => {
        const changed = await publishGuides(database, { host, slugs, published });
        return {
          document: { host, changed },
          text: `${name}ed ${changed.length} of ${slugs.length} guides.`,
        };
      }),
    );
}

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
