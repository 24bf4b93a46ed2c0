import type { HttpError, Representation } from '@guidepost/http';
import { errorPage } from '@guidepost/pages';
import type { Context } from '../../context.ts';
import { representPage } from '../represent-page.ts';
import type { Site } from '../site.ts';
import { suggestNewest } from '../suggestions/suggest-newest.ts';

/** An error as a page of the forum, in its language. Who asked for what is not there is shown what others wrote last. */
export async function representError(
  context: Pick<Context, 'database'>,
  site: Site,
  { status, headers }: HttpError,
): Promise<Representation> {
  // Whatever is wrong with those, what is not there is still not there.
  const suggestions = status === 404 ? await suggestNewest(context, site).catch(() => []) : [];
  const page = representPage(site, errorPage(site, status, suggestions));
  return { ...page, headers: { ...page.headers, ...headers } };
}
