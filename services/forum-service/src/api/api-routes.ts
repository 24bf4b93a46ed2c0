import { limitBySubject } from '@guidepost/access';
import { createRouter, resourcesOn } from '@guidepost/http';
import type { Router } from 'express';
import type { Context } from '../context.ts';
import { showFormErrors, takeForm } from '../forms/form-middleware.ts';
import { limitPosts } from '../rate-limits/limit-middleware.ts';
import type { Routes } from './endpoint.ts';
import { answerPreflight } from './headers.ts';
import { judgeForum, judgeKey } from './judge-middleware.ts';
import { leadPeople } from './lead-people-middleware.ts';
import { answerPost, keepPath } from './post-middleware.ts';
import { answerRead, judgeEnding } from './read-middleware.ts';

/** The API below `/api`: every request judged in the same order, then answered. */
export function apiRoutes(context: Context, routes: Routes): Router {
  const router = createRouter();
  const resource = resourcesOn(router, { judges: [], preflight: answerPreflight });
  const limitReads = limitBySubject(context.rateLimits.reads, context.clients);
  for (const [path, { get, post }] of Object.entries(routes)) {
    if (post) router.use(path, leadPeople(context, post));
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
          showFormErrors(context),
          judgeForum(context),
          takeForm(context, post),
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
