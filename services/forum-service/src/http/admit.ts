import { AppError } from '@guidepost/service-kit';
import type { Request, Response } from 'express';
import type { Context } from '../context.ts';
import { createAddresses } from '../model/addresses.ts';
import { noSuchForum } from '../model/forum.ts';
import { allowsScope, type ForumKey, type KeyScope } from '../tenants/access-keys.ts';
import { checkAccessKey } from './check-access-key.ts';
import { type CountRequests, createCounts } from './count-requests.ts';
import type { Call } from './endpoint.ts';

export interface Admitted {
  request: Request;
  response: Response;
  /** Path parameters, decoded and without the ending. */
  path: Call['path'];
  countsAs?: keyof CountRequests;
  /** What a key must allow; by default `post` for what counts as a post, else `read`. */
  scope?: KeyScope;
}

export type ForumScope = Pick<Call, 'forum' | 'addresses'>;

export interface Admission {
  /**
   * Checks forum, key and limits, in this order.
   * @throws AppError `not-found`, `unauthorized`, `forbidden` for a key that may not do this, `rate-limited`
   */
  admit(admitted: Admitted): Promise<Call>;
  findScope(path: Call['path']): Promise<ForumScope>;
  admitTo(scope: ForumScope, admitted: Admitted): Promise<Call>;
  /** Counts requests that {@link admit} did not. */
  readonly counts: CountRequests;
}

export type AdmissionContext = Pick<Context, 'forums' | 'config' | 'keyRing' | 'rateLimits' | 'clients'>;

export function createAdmission(context: AdmissionContext): Admission {
  const { forums, config } = context;
  const counts = createCounts(context);

  async function findScope({ slug = '' }: Call['path']): Promise<ForumScope> {
    const forum = await forums.find(slug);
    if (!forum) throw noSuchForum(slug);
    return { forum, addresses: createAddresses(config.PUBLIC_URL, forum) };
  }

  async function admitTo(scope: ForumScope, admitted: Admitted): Promise<Call> {
    const { request, response, path, countsAs } = admitted;
    const accessKey = await checkAccessKey(context, scope.forum, request);
    const accessKeyId = accessKey?.id;
    requireScope(accessKey, admitted);
    if (countsAs) await counts[countsAs](request, response, accessKeyId);
    return { ...scope, accessKeyId, accessKey, path };
  }

  return {
    findScope,
    admitTo,
    counts,
    admit: async (admitted) => admitTo(await findScope(admitted.path), admitted),
  };
}

function requireScope(key: ForumKey | undefined, { countsAs = 'read', scope }: Admitted): void {
  const needed = scope ?? (countsAs === 'read' ? 'read' : 'post');
  if (!key && needed === 'write') throw new AppError('unauthorized', 'An access key is required.');
  if (key && !allowsScope(key, needed)) throw new AppError('forbidden', 'This key may not do this.');
}
