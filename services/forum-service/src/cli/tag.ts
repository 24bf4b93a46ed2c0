import type { Command } from 'commander';
import { publishTags, type TagOutcome, tagDialog, untagDialog } from '../posts/tag-dialogs.ts';
import { listAllTags } from '../posts/tags.ts';
import { collectTags, forumCommand, parseIdArgument } from './arguments.ts';
import {
  addListCommand,
  type ChangeOptions,
  runChange,
  withChangeOptions,
  yesOrNo,
} from './record-commands.ts';

const TAGGING = {
  add: {
    description: 'add tags to a dialog; new tags are private',
    change: tagDialog,
    words: { done: 'Added', already: 'Already there' },
  },
  remove: {
    description: 'remove tags from a dialog; tags without dialogs are deleted',
    change: untagDialog,
    words: { done: 'Removed', already: 'Not there' },
  },
};

const VISIBILITY = {
  public: {
    description: 'show tags to everyone',
    words: { done: 'Now public', already: 'Already public' },
  },
  private: {
    description: 'show tags only to editors',
    words: { done: 'Now private', already: 'Already private' },
  },
};

/** `forum tag` */
export function addTag(program: Command): void {
  const group = program.command('tag');
  addListCommand(group, {
    description: 'list the tags of a forum with dialog counts',
    examples: ['forum tag list example'],
    read: listAllTags,
    columns: {
      TAG: ({ name }) => name,
      PUBLIC: ({ is_public }) => yesOrNo(is_public),
      DIALOGS: ({ dialogs }) => dialogs,
      ARCHIVED: ({ archived_dialogs }) => archived_dialogs,
    },
    none: 'The forum has no tags.',
  });
  addTagging(group, 'add');
  addTagging(group, 'remove');
  addVisibility(group, 'public');
  addVisibility(group, 'private');
}

function addTagging(group: Command, name: keyof typeof TAGGING): void {
  const { description, change, words } = TAGGING[name];
  const command = forumCommand(group, name, description)
    .argument('<id>', 'the ID of the dialog', parseIdArgument)
    .argument('<tag...>', 'the names of the tags, in any case', collectTags);
  withChangeOptions(command, `forum tag ${name} example 12 delivery "winter tyres"`);
  command.action((slug: string, dialogId: number, tags: string[], options: ChangeOptions) =>
    runChange(options, { slug, action: `tag ${name}` }, async (database, moderation) => {
      const outcome = await change(database, moderation, { dialogId, tags });
      return { document: { slug, dialog_id: dialogId, ...outcome }, text: describe(outcome, words) };
    }),
  );
}

function addVisibility(group: Command, name: keyof typeof VISIBILITY): void {
  const { description, words } = VISIBILITY[name];
  const command = forumCommand(group, name, description).argument(
    '<tag...>',
    'the names of the tags, in any case',
    collectTags,
  );
  withChangeOptions(command, `forum tag ${name} example delivery`);
  command.action((slug: string, tags: string[], options: ChangeOptions) =>
    runChange(options, { slug, action: `tag ${name}` }, async (database, moderation) => {
      const outcome = await publishTags(database, moderation, { tags, isPublic: name === 'public' });
      return { document: { slug, ...outcome }, text: describe(outcome, words) };
    }),
  );
}

function describe(
  { changed, unchanged }: TagOutcome,
  { done, already }: { done: string; already: string },
): string {
  return [
    ...(changed.length > 0 ? [`${done}: ${changed.join(', ')}.`] : []),
    ...(unchanged.length > 0 ? [`${already}: ${unchanged.join(', ')}.`] : []),
  ].join('\n');
}
