import type { Command } from 'commander';
import { addTagAdd, addTagRemove } from './tag-dialog.ts';
import { addTagList } from './tag-list.ts';
import { addTagPrivate, addTagPublic } from './tag-publish.ts';

/** `forum tag` */
export function addTag(program: Command): void {
  const tag = program.command('tag').description('list tags, give them to dialogs, show them to everybody');
  for (const add of [addTagList, addTagAdd, addTagRemove, addTagPublic, addTagPrivate]) add(tag);
}
