import { createHash } from 'node:crypto';
import { createRouter, type Representation, resourcesOn, securityHeaders } from '@guidepost/http';
import type { Router } from 'express';
import { isForumSlug, noSuchForum } from '../../model/forum.ts';
import { answerPreflight, CACHING, FRAMED_HEADERS } from '../headers.ts';

export const JS_ENDPOINT = '/:slug/js-endpoint';

/** Tells the surrounding page the result, which a script cannot read from another site's frame. */
const SCRIPT = "parent.postMessage(location.search.slice(1), '*');";

const PAGE: Representation = {
  status: 200,
  headers: {
    ...FRAMED_HEADERS,
    ...CACHING,
    ...securityHeaders({
      policy: { 'script-src': `'sha256-${createHash('sha256').update(SCRIPT).digest('base64')}'` },
    }),
    'Content-Type': 'text/html; charset=utf-8',
  },
  body: `<!doctype html><html lang="en"><meta charset="utf-8"><title>Sent</title><script>${SCRIPT}</script></html>\n`,
};

/**
 * The page that forms give as both return addresses. It does not look up the forum, so it works while the database is
 * down.
 */
export function jsEndpointRoutes(): Router {
  const router = createRouter();
  const resource = resourcesOn(router, { preflight: answerPreflight });
  resource<{ slug: string }>(JS_ENDPOINT, {
    get: async ({ params }) => pageOf(params),
  });
  return router;
}

/** @throws AppError `not-found` for an invalid slug */
function pageOf({ slug }: { slug: string }): Representation {
  if (!isForumSlug(slug)) throw noSuchForum(slug);
  return PAGE;
}
