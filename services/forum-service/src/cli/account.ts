import type { Command } from 'commander';
import { addAccountCreate } from './account-create.ts';
import { addAccountList } from './account-list.ts';
import { addAccountSet } from './account-set.ts';

/** `forum account` */
export function addAccount(program: Command): void {
  const account = program
    .command('account')
    .description('create, list and change the accounts that own forums');
  for (const add of [addAccountCreate, addAccountList, addAccountSet]) add(account);
}
