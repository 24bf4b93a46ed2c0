import type { HttpError, Representation } from '@guidepost/http';
import { errorPage } from '@guidepost/pages';
import type { Context } from '../../context.ts';
import { representPage } from '../represent-page.ts';
import type { Site } from '../site.ts';
import { suggestNewest } from '../suggestions/suggest-newest.ts';

/** An error as a page of the forum, in its language. A 404 suggests the newest dialogs. */
export async function representError(
  context: Pick<Context, 'database'>,
  site: Site,
  { status, headers }: HttpError,
): Promise<Representation> {
  // The page works without suggestions.
  const suggestions = status === 404 ? await suggestNewest(context, site).catch(() => []) : [];
  const page = representPage(site, errorPage(site, status, suggestions));
  return { ...page, headers: { ...page.headers, ...headers } };
}
