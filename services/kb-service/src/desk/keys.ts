import type { DeskKeys } from '@guidepost/desk';
import type { Context } from '../context.ts';
import { issueAccessKey, KEY_SCOPES, listAccessKeys, revokeAccessKey } from '../tenants/access-keys.ts';
import { actorOf, type KbCall } from './kb-tenant.ts';

/** The access keys of a knowledge base, for the pages that manage them. */
export function kbKeys({ database }: Pick<Context, 'database'>): DeskKeys<KbCall> {
  const isScope = (scope: string | undefined) => KEY_SCOPES.find((each) => each === scope);
  return {
    scopes: KEY_SCOPES,
    list: ({ tenant }) => listAccessKeys(database, tenant.key),
    issue: (call, { name, scope }) =>
      issueAccessKey(database, actorOf(call), { host: call.tenant.key, name, scope: isScope(scope) }),
    revoke: (call, key) => revokeAccessKey(database, actorOf(call), { host: call.tenant.key, key }),
  };
}
