import { examples, type OutputOptions } from '@guidepost/command-line';
import type { Command } from 'commander';
import { MOST_COMMENTS, showDialogs } from '../moderation/find-posts.ts';
import type { ShownDialog } from '../moderation/shown-posts.ts';
import { parseSlug } from './arguments.ts';
import { collectIds } from './post-arguments.ts';
import { describeDialog } from './post-text.ts';
import { runCommand } from './run-command.ts';

/** `forum dialog show` */
export function addDialogShow(dialog: Command): void {
  dialog
    .command('show')
    .description(
      `show everything that is known of dialogs: who wrote them, from where, tags, metadata, reports and the newest ${MOST_COMMENTS} comments`,
    )
    .argument('<slug>', 'what the forum is called in addresses', parseSlug)
    .argument('<id...>', 'the dialogs, as lists show them', collectIds)
    .option('--json', 'print one JSON document')
    .addHelpText('after', examples('forum dialog show example 12', 'forum dialog show example 12 13 --json'))
    .action((slug: string, ids: number[], options: OutputOptions) =>
      runCommand(options, async ({ database }) => {
        const dialogs = await showDialogs(database, slug, ids);
        const text = dialogs.map((shown) => describeDialog(slug, shown) + moreOf(slug, shown)).join('\n\n\n');
        return { document: dialogs, text };
      }),
    );
}

function moreOf(slug: string, { id, comments }: ShownDialog): string {
  if (comments.length < MOST_COMMENTS) return '';
  return `\n\nThere may be older comments: forum comment list ${slug} --dialog ${id} --limit 1000`;
}
