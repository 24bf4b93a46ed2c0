import type { Context } from '../context.ts';
import type { Operations, Routes } from './endpoint.ts';
import { commentRoutes } from './endpoints/comment-routes.ts';
import { dialogRoutes } from './endpoints/dialog-routes.ts';
import { forumRoutes } from './endpoints/forum-routes.ts';
import { newCommentRoutes } from './endpoints/new-comment-routes.ts';
import { newDialogRoutes } from './endpoints/new-dialog-routes.ts';
import { reportRoutes } from './endpoints/report-routes.ts';
import { searchRoutes } from './endpoints/search-routes.ts';
import { tagRoutes } from './endpoints/tag-routes.ts';
import { voteRoutes } from './endpoints/vote-routes.ts';

/**
 * Everything that the API has below `/api`, each with what clients need to know of it. Paths that begin with a word of
 * ours come before those that begin with a forum's slug.
 */
export function createRoutes(context: Context): Routes {
  return mergeRoutes([
    forumRoutes(),
    tagRoutes(context),
    commentRoutes(context),
    newCommentRoutes(context),
    voteRoutes(context),
    reportRoutes(context),
    searchRoutes(context),
    dialogRoutes(context),
    newDialogRoutes(context),
  ]);
}

/** What is read at a path and what is posted there may come from different features. */
function mergeRoutes(all: readonly Routes[]): Routes {
  const merged: Record<string, Operations> = {};
  for (const [path, operations] of all.flatMap((routes) => Object.entries(routes))) {
    merged[path] = { ...merged[path], ...operations };
  }
  return merged;
}
