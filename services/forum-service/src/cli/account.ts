import type { Command } from 'commander';
import { addAccountCreate } from './account-create.ts';
import { addAccountList } from './account-list.ts';
import { addAccountSet } from './account-set.ts';
import { addAccountShow } from './account-show.ts';

/** `forum account` */
export function addAccount(program: Command): void {
  const account = program
    .command('account')
    .description('create, list, show and change the accounts that own forums');
  for (const add of [addAccountCreate, addAccountList, addAccountShow, addAccountSet]) add(account);
}
