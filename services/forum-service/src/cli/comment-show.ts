import { examples, type OutputOptions } from '@guidepost/command-line';
import type { Command } from 'commander';
import { showComments } from '../moderation/find-posts.ts';
import { parseSlug } from './arguments.ts';
import { collectIds } from './post-arguments.ts';
import { describeComment } from './post-text.ts';
import { runCommand } from './run-command.ts';

/** `forum comment show` */
export function addCommentShow(comment: Command): void {
  comment
    .command('show')
    .description('show everything that is known of comments')
    .argument('<slug>', 'what the forum is called in addresses', parseSlug)
    .argument('<id...>', 'the comments, as lists show them', collectIds)
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      examples('forum comment show example 21', 'forum comment show example 21 22 --json'),
    )
    .action((slug: string, ids: number[], options: OutputOptions) =>
      runCommand(options, async ({ database }) => {
        const comments = await showComments(database, slug, ids);
        return { document: comments, text: comments.map(describeComment).join('\n\n\n') };
      }),
    );
}
