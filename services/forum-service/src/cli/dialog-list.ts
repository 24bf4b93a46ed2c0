import { examples, formatTable } from '@guidepost/command-line';
import { type Command, Option } from 'commander';
import { listDialogs } from '../moderation/find-posts.ts';
import type { ListedDialog } from '../moderation/post-details.ts';
import { parseSlug } from './arguments.ts';
import { runCommand } from './run-command.ts';
import { minuteOf, type PostListOptions, withMore, withPostListOptions } from './selecting.ts';

interface DialogListOptions extends PostListOptions {
  archived?: boolean;
  held?: boolean;
}

const HEADING = ['ID', 'POSTED (UTC)', 'TOPIC', 'COMMENTS', 'STATE', 'TITLE'];

/** `forum dialog list` */
export function addDialogList(dialog: Command): void {
  const command = dialog
    .command('list')
    .description('list dialogs that everybody sees, the newest first')
    .argument('<slug>', 'what the forum is called in addresses', parseSlug)
    .addOption(new Option('--archived', 'those that were archived instead').conflicts('held'))
    .option('--held', 'those that wait for review instead');
  withPostListOptions(command)
    .addHelpText(
      'after',
      examples(
        'forum dialog list example --since 24h',
        'forum dialog list example --held',
        'forum dialog list example --address 192.0.2.7 --limit 1000 --json',
      ),
    )
    .action(list);
}

function list(slug: string, options: DialogListOptions): Promise<void> {
  const { archived, held, limit } = options;
  const which = held ? 'held' : archived ? 'archived' : 'visible';
  return runCommand(options, async ({ database }) => {
    const dialogs = await listDialogs(database, { ...options, slug, which });
    const table = dialogs.length === 0 ? 'There are no such dialogs.' : describe(dialogs);
    return { document: dialogs, text: withMore(table, dialogs.length, limit) };
  });
}

function describe(dialogs: ListedDialog[]): string {
  const rows = dialogs.map((dialog) => [
    String(dialog.id),
    minuteOf(dialog.pub_date),
    dialog.topic,
    String(dialog.num_comments) + notesOn(dialog),
    dialog.state ?? '',
    dialog.title,
  ]);
  return formatTable([HEADING, ...rows], process.stdout.columns);
}

/** What an editor should look at. */
function notesOn({ held_comments, open_reports }: ListedDialog): string {
  const notes = [
    ...(held_comments > 0 ? [`${held_comments} held`] : []),
    ...(open_reports > 0 ? [`${open_reports} reported`] : []),
  ];
  return notes.length === 0 ? '' : ` (${notes.join(', ')})`;
}
