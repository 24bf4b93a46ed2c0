import {
  type ListView,
  listAnswer,
  type OutputOptions,
  withMoves,
  withOutput,
} from '@guidepost/command-line';
import type { Command } from 'commander';
import { type ForumOverview, listForums } from '../tenants/overviews.ts';
import { runCommand } from './run-command.ts';

const FORUMS: ListView<ForumOverview> = {
  columns: {
    SLUG: ({ slug }) => slug,
    NAME: ({ name }) => name,
    ACCOUNT: ({ account }) => account,
    LANGUAGE: ({ language }) => language,
    DIALOGS: ({ dialogs }) => dialogs,
    COMMENTS: ({ comments }) => comments,
  },
  none: 'There are no forums. Create one with forum create.',
  full: true,
};

/** `forum list` */
export function addList(program: Command): void {
  const command = program.command('list');
  withOutput(command, 'forum list', "forum list --json | jq -r '.[].slug'");
  command.action((options: OutputOptions) =>
    runCommand(options, async ({ database }) => {
      const found = await listForums(database);
      return listAnswer(found, withMoves(FORUMS, found));
    }),
  );
}
