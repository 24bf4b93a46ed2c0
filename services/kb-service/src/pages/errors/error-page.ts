import type { HttpError, Representation } from '@guidepost/http';
import { errorPage, type Suggestion } from '@guidepost/pages';
import type { Context } from '../../context.ts';
import { representPage } from '../represent-page.ts';
import type { Site } from '../site.ts';
import { listAlike } from '../suggestions/alike.ts';
import { listSuggestions } from '../suggestions/suggestions.ts';

type ErrorContext = Pick<Context, 'database' | 'guideSearch'>;

/** What somebody asked a site for, and why they do not get it. */
interface FailedRequest {
  site: Site;
  /** As it was sent. */
  path: string;
  error: HttpError;
}

/** An error as a page of the site, in its language. Who asked for what is not there is shown what else there is. */
export async function representError(
  context: ErrorContext,
  { site, path, error }: FailedRequest,
): Promise<Representation> {
  const { status, headers } = error;
  // Whatever is wrong with those, what is not there is still not there.
  const suggestions = status === 404 ? await suggest(context, site, path).catch(() => []) : [];
  const page = representPage(site, errorPage(site, status, suggestions));
  return { ...page, headers: { ...page.headers, ...headers } };
}

async function suggest(context: ErrorContext, site: Site, path: string): Promise<Suggestion[]> {
  const alike = await listAlike(context, site, path);
  return alike.length > 0 ? alike : listSuggestions(context.database, site);
}
