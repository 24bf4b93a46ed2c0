import { examples, formatTable, type OutputOptions } from '@guidepost/command-line';
import type { Command } from 'commander';
import { type ForumOverview, listForums } from '../forums/administration.ts';
import { runCommand } from './run-command.ts';

const HEADING = ['SLUG', 'NAME', 'ACCOUNT', 'LANGUAGE', 'DIALOGS', 'COMMENTS'];

/** `forum list` */
export function addList(program: Command): void {
  program
    .command('list')
    .description('list the forums, with the dialogs that everybody sees')
    .option('--json', 'print one JSON document')
    .addHelpText('after', examples('forum list', "forum list --json | jq -r '.[].slug'"))
    .action(list);
}

function list(options: OutputOptions): Promise<void> {
  return runCommand(options, async ({ database }) => {
    const forums = await listForums(database);
    return { document: forums, text: describe(forums) };
  });
}

function describe(forums: ForumOverview[]): string {
  if (forums.length === 0) return 'There are no forums yet; forum create makes one.';
  const rows = forums.map(({ slug, name, account, language, dialogs, comments }) => [
    slug,
    name,
    account,
    language,
    String(dialogs),
    String(comments),
  ]);
  return formatTable([HEADING, ...rows]);
}
