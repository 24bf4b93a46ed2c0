import type { Command } from 'commander';
import { archiveDialogs } from '../dialogs/archive-dialogs.ts';
import { addChange } from './moderating.ts';

/** `forum dialog archive` */
export function addDialogArchive(dialog: Command): void {
  addChange(dialog, {
    path: ['dialog', 'archive'],
    description: 'take dialogs out of lists and search; their addresses still lead to them',
    noun: 'dialog',
    done: 'Archived',
    already: 'archived',
    examples: ['forum dialog archive example 12', 'forum dialog archive example 12 13 14 --by Maja'],
    change: (database, moderation, { ids }) => archiveDialogs(database, moderation, ids),
  });
}
