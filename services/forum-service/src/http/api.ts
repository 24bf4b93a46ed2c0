import { createRouter, resourcesOn } from '@guidepost/http';
import type { Router } from 'express';
import type { Context } from '../context.ts';
import { createAdmission } from './admit.ts';
import { answerPost } from './answer-post.ts';
import { answerRead } from './answer-read.ts';
import { answerWrite } from './answer-write.ts';
import type { Routes } from './endpoint.ts';
import { followMerges } from './follow-merges.ts';
import { answerPreflight } from './headers.ts';
import { redirectBrowsers } from './redirect-browsers.ts';

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
