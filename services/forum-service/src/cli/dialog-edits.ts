import type { Command } from 'commander';
import { TOPIC_SLUGS } from '../model/topics.ts';
import { mergeDialogs } from '../moderation/merge-dialogs.ts';
import { editDialog } from '../posts/edit-dialog.ts';
import { setTopic } from '../posts/set-topic.ts';
import { forumCommand, parseIdArgument, parseText, parseTitle, parseTopicArgument } from './arguments.ts';
import { type ChangeOptions, describeOutcome, runChange, withChangeOptions } from './changes.ts';
import { configuredPublicUrl } from './configured.ts';
import { addIdsAndValueCommand } from './ids-and-value.ts';

interface EditOptions extends ChangeOptions {
  title?: string;
  text?: string;
}

/** `forum dialog topic` */
export function addTopic(group: Command): void {
  addIdsAndValueCommand(group, {
    name: 'topic',
    description: 'move dialogs to another topic of the forum',
    value: { name: 'topic', hint: 'the topic, such as Q or question', parse: parseTopicArgument },
    examples: ['12 problem', '12 13 Q'],
    async change(database, moderation, { ids, value: topic }) {
      const outcome = await setTopic(database, moderation, { ids, topic });
      const words = { done: `Moved to ${TOPIC_SLUGS[topic]}:`, already: `in ${TOPIC_SLUGS[topic]}` };
      return { document: { topic, ...outcome }, text: describeOutcome('dialog', outcome, words) };
    },
  });
}

/** `forum dialog edit` */
export function addEdit(group: Command): void {
  const description = 'change the title or text of a dialog; editors still see the original';
  const command = forumCommand(group, 'edit', description)
    .argument('<id>', 'the ID of the dialog', parseIdArgument)
    .option('--title <title>', 'the new title', parseTitle)
    .option('--text <text>', 'the new text', parseText);
  withChangeOptions(
    command,
    'forum dialog edit example 12 --title "How do I change my address?"',
    'forum dialog edit example 12 --text "$(cat text.txt)"',
  );
  command.action((slug: string, id: number, { title, text, ...options }: EditOptions) => {
    if (title === undefined && text === undefined)
      return command.error('error: --title or --text is required');
    return runChange(options, { slug, action: 'dialog edit' }, async (database, moderation) => {
      const publicUrl = configuredPublicUrl();
      const changed = await editDialog(database, moderation, { id, title, text, publicUrl });
      const said = changed ? `Changed dialog ${id}.` : `Dialog ${id} already says this.`;
      return { document: { slug, id, changed }, text: said };
    });
  });
}

/** `forum dialog merge` */
export function addMerge(group: Command): void {
  const description =
    'merge a dialog into another one: it becomes a comment there, its comments and votes move, its URLs redirect';
  const command = forumCommand(group, 'merge', description)
    .argument('<id>', 'the ID of the dialog that becomes part of the other', parseIdArgument)
    .argument('<into>', 'the ID of the other dialog', parseIdArgument);
  withChangeOptions(command, 'forum dialog merge example 13 12');
  command.action((slug: string, id: number, into: number, options: ChangeOptions) =>
    runChange(options, { slug, action: 'dialog merge' }, async (database, moderation) => {
      const merged = await mergeDialogs(database, moderation, { id, into, publicUrl: configuredPublicUrl() });
      return { document: { slug, id, ...merged }, text: `Merged dialog ${id} into dialog ${into}.` };
    }),
  );
}
