import type { Command } from 'commander';
import { addKeyCreate } from './key-create.ts';
import { addKeyList } from './key-list.ts';
import { addKeyRevoke } from './key-revoke.ts';

/** `forum key` */
export function addKey(program: Command): void {
  const key = program
    .command('key')
    .description('create, list and revoke the access keys of an account, which open all of its forums');
  for (const add of [addKeyCreate, addKeyList, addKeyRevoke]) add(key);
}
