import { createRouter, resourcesOn } from '@guidepost/http';
import type { Router } from 'express';
import type { Context } from '../context.ts';
import { createAdmission } from './admit.ts';
import { answerPost } from './answer-post.ts';
import { answerRead } from './answer-read.ts';
import type { Routes } from './endpoint.ts';
import { followMerges } from './follow-merges.ts';
import { answerPreflight } from './headers.ts';
import { redirectBrowsers } from './redirect-browsers.ts';

/** The API below `/api`: every request is admitted the same way. */
export function apiRoutes(context: Context, routes: Routes): Router {
  const router = createRouter();
  const resource = resourcesOn(router, { preflight: answerPreflight });
  const admission = createAdmission(context);
  for (const [path, { get, post }] of Object.entries(routes)) {
    if (post) router.use(path, redirectBrowsers(context, post));
    resource(path, {
      ...(get && { get: answerRead(context, admission, { path, ...get }) }),
      ...(post && { post: answerPost(context, admission, { ...post, handle: followMerges(context, post) }) }),
    });
  }
  return router;
}
