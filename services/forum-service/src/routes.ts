import type { Operations, Routes } from './api/endpoint.ts';
import { commentRoutes } from './comments/comment-routes.ts';
import { newCommentRoutes } from './comments/new-comment-routes.ts';
import type { Context } from './context.ts';
import { dialogRoutes } from './dialogs/dialog-routes.ts';
import { newDialogRoutes } from './dialogs/new-dialog-routes.ts';
import { forumRoutes } from './forums/forum-routes.ts';
import { reportRoutes } from './reports/report-routes.ts';
import { searchRoutes } from './search/search-routes.ts';
import { tagRoutes } from './tags/tag-routes.ts';
import { voteRoutes } from './votes/vote-routes.ts';

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
