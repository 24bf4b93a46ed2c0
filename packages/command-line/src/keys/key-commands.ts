import type { Command } from 'commander';
import { addKeyCreate } from './key-create.ts';
import type { KeyKeeping } from './key-keeping.ts';
import { addKeyList } from './key-list.ts';
import { addKeyRevoke } from './key-revoke.ts';

/** Adds `key create`, `key list` and `key revoke` to a program. */
export function createKeyCommands(keeping: KeyKeeping): (program: Command) => void {
  return (program) => {
    const description = `create, list and revoke the access keys of ${keeping.owner.noun}`;
    const key = program.command('key').description(description);
    for (const add of [addKeyCreate, addKeyList, addKeyRevoke]) add(key, keeping);
  };
}
