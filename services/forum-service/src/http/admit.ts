import { readBearerKey } from '@guidepost/access';
import { parseQuery, rawQueryString } from '@guidepost/http';
import { AppError } from '@guidepost/service-kit';
import type { Request, Response } from 'express';
import type { Context } from '../context.ts';
import { createAddresses } from '../model/addresses.ts';
import { type Forum, noSuchForum } from '../model/forum.ts';
import type { Call } from './endpoint.ts';
import { type CountRequests, createCounts } from './request-limits.ts';

export interface Admitted {
  request: Request;
  response: Response;
  /** Path parameters, decoded and without the ending. */
  path: Call['path'];
  countsAs?: keyof CountRequests;
}

export type ForumScope = Pick<Call, 'forum' | 'addresses'>;

export interface Admission {
  /** Checks forum, key and limits, in this order. @throws AppError `not-found`, `unauthorized`, `rate-limited` */
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
    return { forum, addresses: createAddresses(config.PUBLIC_URL, forum.slug) };
  }

  async function admitTo(scope: ForumScope, admitted: Admitted): Promise<Call> {
    const { request, response, path, countsAs } = admitted;
    const accessKeyId = await checkKey(context, scope.forum, request);
    if (countsAs) await counts[countsAs](request, response, accessKeyId);
    return { ...scope, accessKeyId, path };
  }

  return {
    findScope,
    admitTo,
    counts,
    admit: async (admitted) => admitTo(await findScope(admitted.path), admitted),
  };
}

/** An invalid key is refused even where none is needed. */
async function checkKey(
  { keyRing }: Pick<Context, 'keyRing'>,
  forum: Forum,
  { url, headers }: Request,
): Promise<number | undefined> {
  let accessKeyId: number | undefined;
  for (const key of [parseQuery(rawQueryString(url)).first('key'), bearerOf(headers.authorization)]) {
    if (key === undefined) continue;
    accessKeyId = await keyRing.find(forum, key);
    if (accessKeyId === undefined) throw new AppError('unauthorized', 'Invalid access key.');
  }
  return accessKeyId;
}

/** The bearer key; '' for a malformed one, so that it is refused. Other schemes are ignored. */
function bearerOf(authorization: string | undefined): string | undefined {
  if (authorization === undefined || !/^bearer\b/i.test(authorization)) return undefined;
  return readBearerKey(authorization) ?? '';
}
