import type { Context } from '../context.ts';
import { categoryRoutes } from './category-routes.ts';
import { guideRoutes } from './guide-routes.ts';
import { INCLUSIONS } from './inclusions.ts';
import { MOUNTS, type Mount } from './json-api/mount.ts';
import { knowledgeBaseRoutes } from './knowledge-base-routes.ts';
import { createReader } from './reading/reader.ts';
import type { Operations, Routes } from './reading/routes.ts';
import { tagRoutes } from './tag-routes.ts';
import { voteRoutes } from './vote-routes.ts';

/** The API as it is served at one mount. */
export interface MountedApi {
  mount: Mount;
  routes: Routes;
}

/** The API wherever it is served. */
export function createApis(context: Context): MountedApi[] {
  return MOUNTS.map((mount) => ({ mount, routes: createRoutes(context, mount) }));
}

/** Everything that the API has below a mount, each with what clients need to know of it. */
function createRoutes(context: Context, mount: Mount): Routes {
  const reader = createReader({ ...context, mount, inclusions: INCLUSIONS });
  return withOperationsOf([
    knowledgeBaseRoutes(reader),
    guideRoutes(reader, context.guideSearch),
    voteRoutes(context, reader),
    categoryRoutes(reader),
    tagRoutes(reader),
  ]);
}

/** A path may be read by one feature and written to by another. */
function withOperationsOf(features: Routes[]): Routes {
  const all: Record<string, Operations> = {};
  for (const [path, operations] of features.flatMap(Object.entries<Operations>)) {
    all[path] = { ...all[path], ...operations };
  }
  return all;
}
