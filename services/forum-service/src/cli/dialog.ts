import type { Command } from 'commander';
import { addDialogArchive } from './dialog-archive.ts';
import { addDialogDelete } from './dialog-delete.ts';
import { addDialogList } from './dialog-list.ts';
import { addDialogRestore } from './dialog-restore.ts';
import { addDialogShow } from './dialog-show.ts';
import { addDialogState } from './dialog-state.ts';

const COMMANDS = [
  addDialogList,
  addDialogShow,
  addDialogArchive,
  addDialogRestore,
  addDialogDelete,
  addDialogState,
];

/** `forum dialog` */
export function addDialog(program: Command): void {
  const dialog = program.command('dialog').description('see to dialogs, those that wait for review too');
  for (const add of COMMANDS) add(dialog);
}
