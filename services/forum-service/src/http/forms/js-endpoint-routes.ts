import { createHash } from 'node:crypto';
import { createRouter, type Representation, resourcesOn, securityHeaders } from '@guidepost/http';
import type { Router } from 'express';
import { isForumSlug, noSuchForum } from '../../model/forum.ts';
import { answerPreflight, CACHING, FRAMED_HEADERS } from '../headers.ts';

export const JS_ENDPOINT = '/:slug/js-endpoint';

/** Whoever sends a form from a frame does not see where it leads, so what stands in the address is told to the page around. */
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
 * The page that forms give as both their addresses. It is the same for every forum and asks for none, so that it answers
 * while the database does not.
 */
export function jsEndpointRoutes(): Router {
  const router = createRouter();
  const resource = resourcesOn(router, { preflight: answerPreflight });
  resource<{ slug: string }>(JS_ENDPOINT, {
    get: async ({ params }) => pageOf(params),
  });
  return router;
}

/** @throws AppError `not-found` for what no forum can be called by */
function pageOf({ slug }: { slug: string }): Representation {
  if (!isForumSlug(slug)) throw noSuchForum(slug);
  return PAGE;
}
