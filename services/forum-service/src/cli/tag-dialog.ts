import { editorOf, examples, withEditor } from '@guidepost/command-line';
import type { Command } from 'commander';
import { tagDialog, untagDialog } from '../tags/tag-dialog.ts';
import { parseSlug } from './arguments.ts';
import type { ChangeOptions } from './moderating.ts';
import { collectTags, parseIdArgument } from './post-arguments.ts';
import { runCommand } from './run-command.ts';
import { describeTags } from './tag-text.ts';

/** `forum tag add` and `forum tag remove` */
const COMMANDS = {
  add: {
    description: 'give a dialog tags; those that the forum does not have yet are private',
    example: 'forum tag add example 12 delivery "winter tyres"',
    change: tagDialog,
    words: { done: 'Added', already: 'There already' },
  },
  remove: {
    description: 'take tags from a dialog; a tag that no dialog carries any more is gone',
    example: 'forum tag remove example 12 delivery',
    change: untagDialog,
    words: { done: 'Removed', already: 'Not there' },
  },
};

/** `forum tag add` */
export function addTagAdd(tag: Command): void {
  addTagging(tag, 'add');
}

/** `forum tag remove` */
export function addTagRemove(tag: Command): void {
  addTagging(tag, 'remove');
}

function addTagging(tag: Command, name: keyof typeof COMMANDS): void {
  const { description, example, change, words } = COMMANDS[name];
  const command = tag
    .command(name)
    .description(description)
    .argument('<slug>', 'what the forum is called in addresses', parseSlug)
    .argument('<id>', 'the dialog, as lists show it', parseIdArgument)
    .argument('<tag...>', 'names, in any letter case', collectTags);
  withEditor(command)
    .option('--json', 'print one JSON document')
    .addHelpText('after', examples(example))
    .action((slug: string, dialogId: number, tags: string[], options: ChangeOptions) =>
      runCommand(options, async ({ database }) => {
        const moderation = { slug, by: editorOf(options), action: `tag ${name}` };
        const outcome = await change(database, moderation, { dialogId, tags });
        return { document: { slug, dialog_id: dialogId, ...outcome }, text: describeTags(outcome, words) };
      }),
    );
}
