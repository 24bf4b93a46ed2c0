import type { Command } from 'commander';
import { addFileDelete } from './file-delete.ts';
import { addFileList } from './file-list.ts';

/** `forum file` */
export function addFile(program: Command): void {
  const file = program.command('file').description('list and delete the files that servers have posted');
  for (const add of [addFileList, addFileDelete]) add(file);
}
