import type { Command } from 'commander';
import { deleteDialogs } from '../dialogs/delete-dialogs.ts';
import { addChange } from './moderating.ts';

/** `forum dialog delete` */
export function addDialogDelete(dialog: Command): void {
  addChange(dialog, {
    path: ['dialog', 'delete'],
    description: 'delete dialogs for good, with their comments, votes, reports and addresses',
    noun: 'dialog',
    done: 'Deleted',
    already: 'gone',
    examples: ['forum dialog delete example 12 --yes', 'forum dialog delete example 12 13 14 --yes'],
    prepare: (command) => command.requiredOption('--yes', 'say that you mean it: nothing brings them back'),
    change: async (database, moderation, { ids }) => ({
      changed: await deleteDialogs(database, moderation, ids),
      unchanged: [],
    }),
  });
}
