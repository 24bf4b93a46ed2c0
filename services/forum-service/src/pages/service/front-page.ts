import type { Representation } from '@guidepost/http';
import type { Context } from '../../context.ts';
import { forumDirectory } from './forum-directory.ts';
import { servicePages } from './service-pages.ts';

/** A longer list would not be readable. */
const MAX_LISTED = 100;

export async function frontPage(context: Pick<Context, 'config' | 'database'>): Promise<Representation> {
  const forums = await forumDirectory(context, MAX_LISTED);
  return servicePages.represent({
    template: 'front-page',
    content: { forums, desk: `${context.config.DESK_URL}/desk` },
  });
}
