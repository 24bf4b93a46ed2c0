import type { Command } from 'commander';
import { addKeyCreate } from './key-create.ts';
import { addKeyList } from './key-list.ts';
import { addKeyRevoke } from './key-revoke.ts';

/** `kb key` */
export function addKey(program: Command): void {
  const key = program
    .command('key')
    .description('create, list and revoke the access keys of a knowledge base');
  for (const add of [addKeyCreate, addKeyList, addKeyRevoke]) add(key);
}
