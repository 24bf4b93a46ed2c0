import { examples, formatTable } from '@guidepost/command-line';
import type { Command } from 'commander';
import { listComments } from '../moderation/find-posts.ts';
import type { ListedComment } from '../moderation/post-details.ts';
import { parseSlug } from './arguments.ts';
import { parseIdArgument } from './post-arguments.ts';
import { runCommand } from './run-command.ts';
import { minuteOf, type PostListOptions, withMore, withPostListOptions } from './selecting.ts';

interface CommentListOptions extends PostListOptions {
  held?: boolean;
  dialog?: number;
}

const HEADING = ['ID', 'POSTED (UTC)', 'DIALOG', 'BY', 'TEXT'];

/** `forum comment list` */
export function addCommentList(comment: Command): void {
  const command = comment
    .command('list')
    .description('list comments, the newest first, also those that wait for review')
    .argument('<slug>', 'what the forum is called in addresses', parseSlug)
    .option('--held', 'only those that wait for review')
    .option('--dialog <id>', 'only those of one dialog', parseIdArgument);
  withPostListOptions(command)
    .addHelpText(
      'after',
      examples(
        'forum comment list example --since 24h',
        'forum comment list example --held',
        'forum comment list example --dialog 12 --json',
      ),
    )
    .action(list);
}

function list(slug: string, options: CommentListOptions): Promise<void> {
  const { held = false, dialog, limit } = options;
  return runCommand(options, async ({ database }) => {
    const comments = await listComments(database, { ...options, slug, held, dialogId: dialog });
    const table = comments.length === 0 ? 'There are no such comments.' : describe(comments);
    return { document: comments, text: withMore(table, comments.length, limit) };
  });
}

function describe(comments: ListedComment[]): string {
  const rows = comments.map((comment) => [
    String(comment.id),
    minuteOf(comment.pub_date),
    String(comment.dialog_id),
    comment.is_org_reply ? 'us' : comment.held ? 'held' : '',
    comment.text,
  ]);
  return formatTable([HEADING, ...rows], process.stdout.columns);
}
