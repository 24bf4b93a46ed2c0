import type { Command } from 'commander';
import { restoreDialogs } from '../dialogs/archive-dialogs.ts';
import { addChange } from './moderating.ts';

/** `forum dialog restore` */
export function addDialogRestore(dialog: Command): void {
  addChange(dialog, {
    path: ['dialog', 'restore'],
    description: 'show archived dialogs again; those that wait for review are published now',
    noun: 'dialog',
    done: 'Restored',
    already: 'visible',
    examples: ['forum dialog restore example 12', 'forum dialog restore example 12 13 14'],
    change: (database, moderation, { ids }) => restoreDialogs(database, moderation, ids),
  });
}
