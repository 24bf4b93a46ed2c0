import type { RequestHandler } from 'express';
import type { Context } from '../context.ts';
import type { Forum } from '../model/forum.ts';
import { parseHost } from '../model/host.ts';

const OTHERS = /^\/(?:forum(?:\/|$)|robots\.txt$)/;

/** Leads requests by a forum's own host name to its pages below `/forum/:slug`. */
export function servePagesByHost({ forumsByHost }: Pick<Context, 'forumsByHost'>): RequestHandler {
  return async (request, _response, next) => {
    const forum = OTHERS.test(request.path) ? undefined : await forumsByHost.find(request.headers.host);
    if (forum) request.url = `/forum/${forum.slug}${request.url}`;
    next();
  };
}

/**
 * What the paths of a forum's pages begin with: nothing for a request by its own host name.
 * @param request its target as sent, and its `Host` header
 */
export function pageBaseOf(
  { slug, host }: Pick<Forum, 'slug' | 'host'>,
  { target = '', header = '' }: { target: string | undefined; header: string | undefined },
): string {
  const isByHost = host !== '' && parseHost(header) === host;
  return isByHost && !target.startsWith('/forum/') ? '' : `/forum/${slug}`;
}
