import {
  createRouter,
  limitBySubject,
  parseQuery,
  rawQueryString,
  readBearerKey,
  resourcesOn,
} from '@guidepost/http';
import { AppError } from '@guidepost/service-kit';
import type { RequestHandler, Router } from 'express';
import { createAddresses } from '../addresses/addresses.ts';
import type { Context } from '../context.ts';
import { judgeForm, takeForm } from '../forms/form-middleware.ts';
import { noSuchForum } from '../forums/forum.ts';
import { limitPosts } from '../rate-limits/limit-middleware.ts';
import type { Routes } from './endpoint.ts';
import { answerPreflight } from './headers.ts';
import { answerPost, keepPath } from './post-middleware.ts';
import { answerRead, judgeEnding } from './read-middleware.ts';

/** The API below `/api`: every request judged in the same order, then answered. */
export function apiRoutes(context: Context, routes: Routes): Router {
  const router = createRouter();
  const resource = resourcesOn(router, { judges: [], preflight: answerPreflight });
  const limitReads = limitBySubject(context.rateLimits.reads, context.clients);
  for (const [path, { get, post }] of Object.entries(routes)) {
    resource(path, {
      ...(get && {
        get: [
          judgeEnding(lastParameter(path)),
          judgeForum(context),
          judgeKey(context),
          ...limitReads,
          answerRead(context, path, get),
        ],
      }),
      ...(post && {
        post: [
          keepPath,
          takeForm(context, post),
          judgeForum(context),
          judgeForm(context),
          judgeKey(context),
          ...limitPosts(context, post),
          answerPost(context, post),
        ],
      }),
    });
  }
  return router;
}

/** `/comment/:slug/:id` → `id` */
function lastParameter(path: string): string {
  return path.slice(path.lastIndexOf(':') + 1);
}

function judgeForum({ forums, config }: Context): RequestHandler {
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
function judgeKey({ keyRing }: Context): RequestHandler {
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
