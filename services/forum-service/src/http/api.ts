import {
  createRouter,
  type PathParameters,
  parseMediaRanges,
  resourcesOn,
  sendRepresentation,
} from '@guidepost/http';
import type { Request, RequestHandler, Router } from 'express';
import type { Context } from '../context.ts';
import { createAddresses } from '../model/addresses.ts';
import { isForumSlug } from '../model/forum.ts';
import { createAdmission } from './admit.ts';
import { answerPost } from './answer-post.ts';
import { answerRead } from './answer-read.ts';
import { answerWrite } from './answer-write.ts';
import type { PostEndpoint, Routes } from './endpoint.ts';
import { followMerges } from './follow-merges.ts';
import { answerPreflight, COMMON_HEADERS } from './headers.ts';

/** The API below `/api`: every request is admitted the same way. */
export function apiRoutes(context: Context, routes: Routes): Router {
  const router = createRouter();
  const resource = resourcesOn(router, { preflight: answerPreflight });
  const admission = createAdmission(context);
  for (const [path, operations] of Object.entries(routes)) {
    const { get, post, patch, perform } = operations;
    if (post) router.use(path, redirectBrowsers(context, post));
    resource(path, {
      ...(get && { get: answerRead(context, admission, { path, ...get }) }),
      ...(patch && { patch: answerWrite(context, admission, { path, ...patch }) }),
      ...(operations.delete && { delete: answerWrite(context, admission, { path, ...operations.delete }) }),
      ...(perform && { post: answerWrite(context, admission, perform) }),
      ...(post && { post: answerPost(context, admission, { ...post, handle: followMerges(context, post) }) }),
    });
  }
  return router;
}

/**
 * Redirects people who open the address of a form, for example after an error, to the page it belongs to. Programs do
 * not accept HTML and get the API's response.
 */
function redirectBrowsers(
  { forums, config }: Pick<Context, 'forums' | 'config'>,
  { pageOf }: Pick<PostEndpoint, 'pageOf'>,
): RequestHandler {
  return async (request, response, next) => {
    const { slug = '', ...path } = request.params as PathParameters;
    const forum = isFromBrowser(request) && isForumSlug(slug) ? await forums.find(slug) : undefined;
    const addresses = forum && createAddresses(config.PUBLIC_URL, forum);
    const page = addresses && (await pageOf({ forum, addresses, path }));
    if (!page) return next();
    const headers = { ...COMMON_HEADERS, 'Cache-Control': 'no-store', Location: page };
    sendRepresentation(request, response, { status: 303, headers });
  };
}

function isFromBrowser({ method, path, headers: { accept = '' } }: Request): boolean {
  const isRead = method === 'GET' || method === 'HEAD';
  return isRead && path === '/' && parseMediaRanges(accept).some(({ type }) => type === 'text/html');
}
