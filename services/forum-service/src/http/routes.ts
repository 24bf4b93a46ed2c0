import type { Context } from '../context.ts';
import type { Operations, Routes } from './endpoint.ts';
import { commentChangesRoutes } from './endpoints/comment-changes-routes.ts';
import { commentRoutes } from './endpoints/comment-routes.ts';
import { dialogChangesRoutes } from './endpoints/dialog-changes-routes.ts';
import { dialogRoutes } from './endpoints/dialog-routes.ts';
import { newCommentRoutes } from './endpoints/new-comment-routes.ts';
import { newDialogRoutes } from './endpoints/new-dialog-routes.ts';
import { forumRoutes } from './endpoints/properties-routes.ts';
import { reportListRoutes } from './endpoints/report-list-routes.ts';
import { reportRoutes } from './endpoints/report-routes.ts';
import { searchRoutes } from './endpoints/search-routes.ts';
import { tagRoutes } from './endpoints/tag-routes.ts';
import { voteRoutes } from './endpoints/vote-routes.ts';

/** All endpoints below `/api`. Fixed words come before patterns that start with a slug. */
export function createRoutes(context: Context): Routes {
  return mergeRoutes([
    forumRoutes(),
    tagRoutes(),
    commentRoutes(),
    newCommentRoutes(context),
    voteRoutes(context),
    reportRoutes(context),
    reportListRoutes(context),
    searchRoutes(context),
    dialogRoutes(context),
    newDialogRoutes(context),
    dialogChangesRoutes(context),
    commentChangesRoutes(context),
  ]);
}

/** Features may share a path: one reads it, another posts to it. */
function mergeRoutes(all: readonly Routes[]): Routes {
  const merged: Record<string, Operations> = {};
  for (const [path, operations] of all.flatMap((routes) => Object.entries(routes))) {
    merged[path] = { ...merged[path], ...operations };
  }
  return merged;
}
