import { pathId, type View } from '@guidepost/desk';
import { AppError } from '@guidepost/service-kit';
import { issueAccessKey, KEY_SCOPES, listAccessKeys, revokeAccessKey } from '../../access/access-keys.ts';
import type { Context } from '../../context.ts';
import { requireConfirmation } from '../confirmation/require-confirmation.ts';
import { fieldErrorsOf } from '../field-errors.ts';
import { actorOf, type KbCall, type KbPage } from '../kb-tenant.ts';

const ROLES = ['owner'] as const;

/** Access keys of programs. */
export function keysPages({ database }: Pick<Context, 'database'>): Record<string, KbPage> {
  async function keys(call: KbCall, content: object = {}): Promise<View> {
    return {
      template: 'keys/keys',
      title: call.phrasing.words.keys,
      section: 'keys',
      content: {
        keys: await listAccessKeys(database, call.tenant.key),
        scopes: KEY_SCOPES,
        wrong: {},
        name: '',
        ...content,
      },
    };
  }

  return {
    '/keys': {
      roles: ROLES,
      read: (call) => keys(call),
      async post({ form, ...call }) {
        const name = form.first('name')?.trim() ?? '';
        const { words } = call.phrasing;
        const scope = KEY_SCOPES.find((each) => each === form.first('scope'));
        if (!name) return { ...(await keys(call, { wrong: { name: words.required } })), status: 422 };
        try {
          const issued = await issueAccessKey(database, actorOf(call), {
            host: call.tenant.key,
            name,
            scope,
          });
          return await keys(call, { issued });
        } catch (error) {
          if (!(error instanceof AppError) || !['conflict', 'invalid'].includes(error.kind)) throw error;
          return { ...(await keys(call, { wrong: { name: error.message }, name })), status: 422 };
        }
      },
    },
    '/keys/:key/revoke': {
      roles: ROLES,
      async post(call) {
        const host = call.tenant.key;
        const id = pathId(call.path, 'key');
        const key = (await listAccessKeys(database, host)).find((each) => each.id === id && !each.revoked_at);
        if (!key) throw new AppError('not-found', 'There is no such key.');
        try {
          requireConfirmation(call, key.name);
        } catch (error) {
          return { ...(await keys(call, { wrong: fieldErrorsOf(error), revoked: id })), status: 422 };
        }
        await revokeAccessKey(database, actorOf(call), { host, key: key.name });
        return { seeOther: `${call.base}/keys`, notice: 'noticeKeyRevoked' };
      },
    },
  };
}
