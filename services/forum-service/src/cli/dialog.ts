import { minuteOf, type OutputOptions, withOutput } from '@guidepost/command-line';
import { type Command, Option } from 'commander';
import { TOPIC_SLUGS } from '../model/topics.ts';
import {
  type DialogDetails,
  type ListedDialog,
  listDialogs,
  MAX_COMMENTS,
  showDialogs,
} from '../moderation/find-posts.ts';
import { mergeDialogs } from '../moderation/merge-dialogs.ts';
import { undeleteDialogs } from '../moderation/undelete-dialogs.ts';
import { archiveDialogs, restoreDialogs, setState, setTopic, setWaiting } from '../posts/change-dialogs.ts';
import { deleteDialogs } from '../posts/delete-posts.ts';
import { editDialog } from '../posts/edit-posts.ts';
import { purgeDialogs } from '../posts/purge-deleted.ts';
import {
  collectIds,
  forumCommand,
  parseIdArgument,
  parseState,
  parseText,
  parseTitle,
  parseTopicArgument,
} from './arguments.ts';
import { configuredPublicUrl } from './configured.ts';
import { describeDialog } from './post-text.ts';
import {
  acceptYes,
  addIdsAndValueCommand,
  addListCommand,
  addRecordsCommand,
  type ChangeOptions,
  describeOutcome,
  type PostListOptions,
  type RecordsCommand,
  runChange,
  withChangeOptions,
  withPostListOptions,
} from './record-commands.ts';
import { runCommand } from './run-command.ts';

interface DialogListOptions extends PostListOptions {
  archived?: boolean;
  held?: boolean;
}

const CHANGES: RecordsCommand<ChangeOptions>[] = [
  {
    name: 'archive',
    description: 'remove dialogs from lists and search; their URLs keep working',
    done: 'Archived',
    already: 'archived',
    change: archiveDialogs,
  },
  {
    name: 'restore',
    description: 'show archived dialogs again, or publish dialogs that wait for review',
    done: 'Restored',
    already: 'visible',
    change: restoreDialogs,
  },
  {
    name: 'done',
    description: 'take dialogs out of the queue of editors until someone posts again',
    done: 'Done with',
    already: 'out of the queue',
    change: (database, moderation, ids) => setWaiting(database, moderation, { ids, waiting: false }),
  },
  {
    name: 'wait',
    description: 'put dialogs back into the queue of editors',
    done: 'Put back',
    already: 'in the queue',
    change: (database, moderation, ids) => setWaiting(database, moderation, { ids, waiting: true }),
  },
  {
    name: 'delete',
    description: 'delete dialogs with all that belongs to them; undelete restores them for 30 days',
    done: 'Deleted',
    prepare: acceptYes,
    change: async (database, moderation, ids) => ({
      changed: await deleteDialogs(database, moderation, ids),
      unchanged: [],
    }),
  },
  {
    name: 'undelete',
    description: 'restore deleted dialogs with their comments, votes and reports',
    done: 'Restored',
    already: 'there',
    change: undeleteDialogs,
  },
  {
    name: 'purge',
    description: 'permanently delete dialogs that are already deleted',
    done: 'Permanently deleted',
    permanent: true,
    change: async (database, moderation, ids) => ({
      changed: await purgeDialogs(database, moderation, ids),
      unchanged: [],
    }),
  },
];

/** `forum dialog` */
export function addDialog(program: Command): void {
  const group = program.command('dialog');
  addListCommand<ListedDialog, DialogListOptions>(group, {
    description: 'list visible dialogs, newest first',
    examples: [
      'forum dialog list example --since 24h',
      'forum dialog list example --held',
      'forum dialog list example --address 192.0.2.7 --limit 1000 --json',
    ],
    prepare: (command) =>
      withPostListOptions(
        command
          .addOption(new Option('--archived', 'list archived dialogs instead').conflicts('held'))
          .option('--held', 'list dialogs that wait for review instead'),
      ),
    read: (database, slug, { archived, held, ...options }) =>
      listDialogs(database, { ...options, slug, which: held ? 'held' : archived ? 'archived' : 'visible' }),
    columns: {
      ID: ({ id }) => id,
      'POSTED (UTC)': ({ pub_date }) => minuteOf(pub_date),
      TOPIC: ({ topic }) => topic,
      COMMENTS: (dialog) => `${dialog.num_comments}${notesOn(dialog)}`,
      STATE: ({ state }) => state ?? '',
      TITLE: ({ title }) => title,
    },
    none: 'No dialogs found.',
  });
  addShow(group);
  for (const change of CHANGES) addRecordsCommand(group, 'dialog', change);
  addState(group);
  addTopic(group);
  addEdit(group);
  addMerge(group);
}

/** Counts of what needs an editor's attention. */
function notesOn({ held_comments, open_reports }: ListedDialog): string {
  const notes = [
    ...(held_comments > 0 ? [`${held_comments} held`] : []),
    ...(open_reports > 0 ? [`${open_reports} reported`] : []),
  ];
  return notes.length === 0 ? '' : ` (${notes.join(', ')})`;
}

function addShow(group: Command): void {
  const description = `show all details of dialogs, with their reports and newest ${MAX_COMMENTS} comments`;
  const command = forumCommand(group, 'show', description).argument(
    '<id...>',
    'the IDs of the dialogs',
    collectIds,
  );
  withOutput(command, 'forum dialog show example 12', 'forum dialog show example 12 13 --json');
  command.action((slug: string, ids: number[], options: OutputOptions) =>
    runCommand(options, async ({ database }) => {
      const dialogs = await showDialogs(database, slug, ids);
      const text = dialogs.map((shown) => describeDialog(slug, shown) + moreOf(slug, shown)).join('\n\n\n');
      return { document: dialogs, text };
    }),
  );
}

function moreOf(slug: string, { id, comments }: DialogDetails): string {
  if (comments.length < MAX_COMMENTS) return '';
  return `\n\nTo see older comments: forum comment list ${slug} --dialog ${id} --limit 1000`;
}

function addState(group: Command): void {
  addIdsAndValueCommand(group, {
    name: 'state',
    description: 'set the state that readers see, such as answered',
    value: { name: 'state', hint: "the state; '' clears it", parse: parseState },
    examples: ['12 answered', "12 13 ''"],
    async change(database, moderation, { ids, value: state }) {
      const outcome = await setState(database, moderation, { ids, state });
      const words =
        state === null
          ? { done: 'Cleared the state of', already: 'without a state' }
          : { done: `Marked as ${state}:`, already: `marked as ${state}` };
      return { document: { state, ...outcome }, text: describeOutcome('dialog', outcome, words) };
    },
  });
}

interface EditOptions extends ChangeOptions {
  title?: string;
  text?: string;
}

/** `forum dialog topic` */
function addTopic(group: Command): void {
  addIdsAndValueCommand(group, {
    name: 'topic',
    description: 'move dialogs to another topic of the forum',
    value: { name: 'topic', hint: 'the topic, such as Q or question', parse: parseTopicArgument },
    examples: ['12 problem', '12 13 Q'],
    async change(database, moderation, { ids, value: topic }) {
      const { former: _, ...outcome } = await setTopic(database, moderation, { ids, topic });
      const words = { done: `Moved to ${TOPIC_SLUGS[topic]}:`, already: `in ${TOPIC_SLUGS[topic]}` };
      return { document: { topic, ...outcome }, text: describeOutcome('dialog', outcome, words) };
    },
  });
}

/** `forum dialog edit` */
function addEdit(group: Command): void {
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
function addMerge(group: Command): void {
  const description =
    'merge a dialog into another one: it becomes a comment there, its comments and votes move, its URLs redirect';
  const command = forumCommand(group, 'merge', description)
    .argument('<id>', 'the ID of the dialog that becomes part of the other', parseIdArgument)
    .argument('<into>', 'the ID of the other dialog', parseIdArgument);
  withChangeOptions(command, 'forum dialog merge example 13 12');
  command.action((slug: string, id: number, into: number, options: ChangeOptions) =>
    runChange(options, { slug, action: 'dialog merge' }, async (database, moderation) => {
      const merge = { ids: [id], into, publicUrl: configuredPublicUrl() };
      const { dialog_id, comment_ids } = await mergeDialogs(database, moderation, merge);
      return {
        document: { slug, id, dialog_id, comment_id: comment_ids[0] },
        text: `Merged dialog ${id} into dialog ${into}.`,
      };
    }),
  );
}
