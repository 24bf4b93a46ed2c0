import { readBearerKey } from '@guidepost/access';
import { parseQuery, rawQueryString } from '@guidepost/http';
import { AppError } from '@guidepost/service-kit';
import type { Request } from 'express';
import type { Context } from '../context.ts';
import type { Forum } from '../model/forum.ts';
import type { ForumKey } from '../tenants/access-keys.ts';

/**
 * The access key in `?key=…` or `Authorization: Bearer …`; undefined without one. A key that is unknown, revoked,
 * cut short or another account's is refused even where none is needed. @throws AppError `unauthorized`
 */
export async function checkAccessKey(
  { keyRing }: Pick<Context, 'keyRing'>,
  forum: Forum,
  { url, headers }: Request,
): Promise<ForumKey | undefined> {
  let found: ForumKey | undefined;
  for (const key of [parseQuery(rawQueryString(url)).first('key'), bearerOf(headers.authorization)]) {
    if (key === undefined) continue;
    found = await keyRing.findKey(forum, key);
    if (!found) throw new AppError('unauthorized', 'Invalid access key.');
  }
  return found;
}

/** The bearer key; '' for a malformed one, so that it is refused. Other schemes are ignored. */
function bearerOf(authorization: string | undefined): string | undefined {
  if (authorization === undefined || !/^bearer\b/i.test(authorization)) return undefined;
  return readBearerKey(authorization) ?? '';
}
