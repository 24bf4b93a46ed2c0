import type { DeskKeys } from '@guidepost/desk';
import { AppError } from '@guidepost/service-kit';
import type { Context } from '../context.ts';
import { KEY_SCOPES, listAccessKeys } from '../tenants/access-keys.ts';
import { issueAccessKey, revokeAccessKey } from '../tenants/account-settings.ts';
import { accountOf } from '../tenants/accounts.ts';
import { actorOf, type ForumCall } from './forum-tenant.ts';

/** The access keys of a forum's account, for the pages that manage them. */
export function accountKeys({ database }: Pick<Context, 'database'>): DeskKeys<ForumCall> {
  const nameOf = async ({ tenant }: ForumCall) => (await accountOf(database, tenant.forum.id)).name;
  const changeOf = async (call: ForumCall) => ({ account: await nameOf(call), actor: actorOf(call) });
  return {
    // The usual one first.
    scopes: ['post', 'read', 'write'] satisfies (typeof KEY_SCOPES)[number][],
    list: async (call) => listAccessKeys(database, await nameOf(call)),
    issue: async (call, { name, scope }) => {
      const key = { name, scope: KEY_SCOPES.find((each) => each === scope) };
      return issueAccessKey(database, await changeOf(call), key).catch((error) => refuseKeys(call, error));
    },
    revoke: async (call, key) => revokeAccessKey(database, await changeOf(call), key),
  };
}

/** The message of the command line names a command, which owners do not have. */
function refuseKeys({ phrasing }: ForumCall, error: unknown): never {
  if (!(error instanceof AppError) || error.kind !== 'forbidden') throw error;
  throw new AppError('forbidden', phrasing.words.keysNotAllowed, { reason: 'keysNotAllowed', cause: error });
}
