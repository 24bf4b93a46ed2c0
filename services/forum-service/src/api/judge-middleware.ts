import { readBearerKey } from '@guidepost/access';
import { parseQuery, rawQueryString } from '@guidepost/http';
import { AppError } from '@guidepost/service-kit';
import type { RequestHandler } from 'express';
import { createAddresses } from '../addresses/addresses.ts';
import type { Context } from '../context.ts';
import { noSuchForum } from '../forums/forum.ts';

/** The forum that the path names. */
export function judgeForum({ forums, config }: Pick<Context, 'forums' | 'config'>): RequestHandler {
  return async (_request, response, next) => {
    const { slug } = response.locals.path;
    const forum = await forums.find(slug);
    if (!forum) throw noSuchForum(slug);
    response.locals.forum = forum;
    response.locals.addresses = createAddresses(config.PUBLIC_URL, forum.slug);
    next();
  };
}

/** A key is either good or refused, whether it is needed or not. */
export function judgeKey({ keyRing }: Pick<Context, 'keyRing'>): RequestHandler {
  return async ({ url, headers }, response, next) => {
    const sent = [parseQuery(rawQueryString(url)).first('key'), bearerOf(headers.authorization)];
    for (const key of sent) {
      if (key === undefined) continue;
      const id = await keyRing.find(response.locals.forum, key);
      if (id === undefined) throw new AppError('unauthorized', 'This key opens nothing here.');
      response.locals.accessKeyId = id;
    }
    next();
  };
}

/** The key in an `Authorization` header; '' for what is none of ours, so that it is refused. Other schemes are others' affair. */
function bearerOf(authorization: string | undefined): string | undefined {
  if (authorization === undefined || !/^bearer\b/i.test(authorization)) return undefined;
  return readBearerKey(authorization) ?? '';
}
