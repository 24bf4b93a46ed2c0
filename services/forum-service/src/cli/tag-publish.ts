import { editorOf, examples, withEditor } from '@guidepost/command-line';
import type { Command } from 'commander';
import { publishTags } from '../tags/publish-tags.ts';
import { parseSlug } from './arguments.ts';
import type { ChangeOptions } from './moderating.ts';
import { collectTags } from './post-arguments.ts';
import { runCommand } from './run-command.ts';
import { describeTags } from './tag-text.ts';

/** `forum tag public` */
export function addTagPublic(tag: Command): void {
  addPublishing(tag, { name: 'public', isPublic: true, description: 'show tags to everybody' });
}

/** `forum tag private` */
export function addTagPrivate(tag: Command): void {
  addPublishing(tag, {
    name: 'private',
    isPublic: false,
    description: 'show tags to editors alone, as new ones are',
  });
}

function addPublishing(
  tag: Command,
  { name, isPublic, description }: { name: string; isPublic: boolean; description: string },
): void {
  const command = tag
    .command(name)
    .description(description)
    .argument('<slug>', 'what the forum is called in addresses', parseSlug)
    .argument('<tag...>', 'names, in any letter case', collectTags);
  withEditor(command)
    .option('--json', 'print one JSON document')
    .addHelpText('after', examples(`forum tag ${name} example delivery`))
    .action((slug: string, tags: string[], options: ChangeOptions) =>
      runCommand(options, async ({ database }) => {
        const moderation = { slug, by: editorOf(options), action: `tag ${name}` };
        const outcome = await publishTags(database, moderation, { tags, isPublic });
        const words = { done: `Now ${name}`, already: `${isPublic ? 'Public' : 'Private'} already` };
        return { document: { slug, ...outcome }, text: describeTags(outcome, words) };
      }),
    );
}
