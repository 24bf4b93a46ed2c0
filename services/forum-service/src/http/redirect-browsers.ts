import { type PathParameters, parseMediaRanges, sendRepresentation } from '@guidepost/http';
import type { Request, RequestHandler } from 'express';
import type { Context } from '../context.ts';
import { createAddresses } from '../model/addresses.ts';
import { isForumSlug } from '../model/forum.ts';
import type { PostEndpoint } from './endpoint.ts';
import { COMMON_HEADERS } from './headers.ts';

/**
 * Redirects people who open the address of a form, for example after an error, to the page it belongs to. Programs do not
 * accept HTML and get the API's response.
 */
export function redirectBrowsers(
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
