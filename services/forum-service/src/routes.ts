import type { Routes } from './api/endpoint.ts';
import { commentRoutes } from './comments/comment-routes.ts';
import type { Context } from './context.ts';
import { dialogRoutes } from './dialogs/dialog-routes.ts';
import { forumRoutes } from './forums/forum-routes.ts';
import { searchRoutes } from './search/search-routes.ts';
import { tagRoutes } from './tags/tag-routes.ts';

/**
 * Everything that the API has below `/api`, each with what clients need to know of it. Paths that begin with a word of
 * ours come before those that begin with a forum's slug.
 */
export function createRoutes(context: Context): Routes {
  return {
    ...forumRoutes(),
    ...tagRoutes(context),
    ...commentRoutes(context),
    ...searchRoutes(context),
    ...dialogRoutes(context),
  };
}
