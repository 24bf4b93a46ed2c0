import type { Command } from 'commander';
import { addAccountCreate } from './account-create.ts';
import { addAccountList } from './account-list.ts';

/** `forum account` */
export function addAccount(program: Command): void {
  const account = program.command('account').description('create and list the accounts that own forums');
  for (const add of [addAccountCreate, addAccountList]) add(account);
}
