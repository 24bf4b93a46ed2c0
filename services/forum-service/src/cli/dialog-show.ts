import { examples, type OutputOptions } from '@guidepost/command-line';
import type { Command } from 'commander';
import { MAX_COMMENTS, showDialogs } from '../moderation/find-posts.ts';
import type { DialogDetails } from '../moderation/post-details.ts';
import { parseSlug } from './arguments.ts';
import { collectIds } from './post-arguments.ts';
import { describeDialog } from './post-text.ts';
import { runCommand } from './run-command.ts';

/** `forum dialog show` */
export function addDialogShow(dialog: Command): void {
  dialog
    .command('show')
    .description(
      `show everything that is known of dialogs: who wrote them, from where, tags, metadata, reports and the newest ${MAX_COMMENTS} comments`,
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

function moreOf(slug: string, { id, comments }: DialogDetails): string {
  if (comments.length < MAX_COMMENTS) return '';
  return `\n\nThere may be older comments: forum comment list ${slug} --dialog ${id} --limit 1000`;
}
