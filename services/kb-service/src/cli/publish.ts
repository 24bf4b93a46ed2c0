import { examples, type OutputOptions } from '@guidepost/command-line';
import type { Command } from 'commander';
import { publishGuides } from '../guides/publication.ts';
import { parseHost } from './arguments.ts';
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
