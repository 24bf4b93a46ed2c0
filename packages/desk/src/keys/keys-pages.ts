import { toHttpError } from '@guidepost/http';
import type { AccessKey, IssuedKey } from '@guidepost/keys';
import { AppError, foldWhiteSpace, LONGEST_NAME } from '@guidepost/service-kit';
import { requireConfirmation } from '../confirmation/require-confirmation.ts';
import type { View } from '../layout/view.ts';
import { type DeskCall, type DeskPage, pathId } from '../requests/calls.ts';
import { describeProblem, fieldErrorsOf } from '../requests/problems.ts';

/** The access keys of a tenant. */
export interface DeskKeys<Call extends DeskCall> {
  /** The scopes of keys, if the service has any; the first is the usual one. */
  scopes: readonly string[];
  list(call: Call): Promise<(AccessKey & { scope?: string })[]>;
  /** @throws AppError `conflict`, `invalid`, `forbidden` */
  issue(call: Call, key: { name: string; scope: string | undefined }): Promise<IssuedKey>;
  /** @param name of a live key */
  revoke(call: Call, name: string): Promise<unknown>;
}

const ROLES = ['owner'] as const;

/** Access keys of programs. */
export function keysPages<Call extends DeskCall>(access: DeskKeys<Call>): Record<string, DeskPage<Call>> {
  async function keys(call: Call, content: object = {}): Promise<View> {
    const { list, scopes } = access;
    return {
      template: '@keys',
      title: call.phrasing.words.keys,
      section: 'keys',
      content: { keys: await list(call), scopes, wrong: {}, name: '', ...content },
    };
  }

  return {
    '/keys': {
      roles: ROLES,
      read: (call) => keys(call),
      async post(call) {
        const name = foldWhiteSpace(call.form.first('name') ?? '');
        const { words } = call.phrasing;
        const scope = access.scopes.find((each) => each === call.form.first('scope'));
        const problem = name === '' ? words.required : isTooLong(name) ? words.settingRules.name : undefined;
        if (problem) return { ...(await keys(call, { wrong: { name: problem }, name })), status: 422 };
        try {
          return await keys(call, { issued: await access.issue(call, { name, scope }) });
        } catch (error) {
          if (!(error instanceof AppError) || !REFUSALS.has(error.kind)) throw error;
          const wrong = { name: describeProblem(toHttpError(error), call.phrasing) };
          return { ...(await keys(call, { wrong, name })), status: 422 };
        }
      },
    },
    '/keys/:key/revoke': {
      roles: ROLES,
      async post(call) {
        const id = pathId(call.path, 'key');
        const key = (await access.list(call)).find((each) => each.id === id && !each.revoked_at);
        if (!key) throw new AppError('not-found', 'There is no such key.');
        try {
          requireConfirmation(call, key.name);
        } catch (error) {
          return { ...(await keys(call, { wrong: fieldErrorsOf(error), revoked: id })), status: 422 };
        }
        await access.revoke(call, key.name);
        return { seeOther: `${call.base}/keys`, notice: 'noticeKeyRevoked' };
      },
    },
  };
}

function isTooLong(name: string): boolean {
  return Array.from(name).length > LONGEST_NAME;
}

const REFUSALS = new Set<string>(['conflict', 'invalid', 'forbidden']);
