import type { Routes } from './api/endpoint.ts';
import type { Context } from './context.ts';
import { dialogRoutes } from './dialogs/dialog-routes.ts';

/**
 * Everything that the API has below `/api`, each with what clients need to know of it. Paths that begin with a word of
 * ours come before those that begin with a forum's slug.
 */
export function createRoutes(context: Context): Routes {
  return { ...dialogRoutes(context) };
}
