import type { Context } from '../context.ts';
import type { Operations, Routes } from './endpoint.ts';
import { addressRoutes } from './endpoints/address-routes.ts';
import { commentChangesRoutes } from './endpoints/comment-changes-routes.ts';
import { commentRoutes } from './endpoints/comment-routes.ts';
import { dialogChangesRoutes } from './endpoints/dialog-changes-routes.ts';
import { dialogRoutes } from './endpoints/dialog-routes.ts';
import { newCommentRoutes, newDialogRoutes } from './endpoints/new-post-routes.ts';
import { reportListRoutes } from './endpoints/report-list-routes.ts';
import { reportRoutes } from './endpoints/report-routes.ts';
import { searchRoutes } from './endpoints/search-routes.ts';
import { tagRoutes } from './endpoints/tag-routes.ts';
import { voteRoutes } from './endpoints/vote-routes.ts';
import { readParameters } from './parameters.ts';
import { propertiesRecord } from './records.ts';

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
    addressRoutes(context),
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

function forumRoutes(): Routes {
  return {
    '/properties/:slug': {
      get: {
        summary: 'The properties of a forum, as an array of one record',
        parameters: readParameters(),
        answer: { record: 'Properties', list: 'all' },
        handle: async (read) => ({ content: [propertiesRecord(read)] }),
      },
    },
  };
}
