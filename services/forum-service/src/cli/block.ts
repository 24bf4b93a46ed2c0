import type { Command } from 'commander';
import { addBlockAdd, addBlockRemove } from './block-change.ts';
import { addBlockList } from './block-list.ts';

/** `forum block` */
export function addBlock(program: Command): void {
  const block = program.command('block').description('say who may not post to a forum');
  for (const add of [addBlockAdd, addBlockList, addBlockRemove]) add(block);
}
