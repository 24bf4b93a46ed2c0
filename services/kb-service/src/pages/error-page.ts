import { type HttpError, type Representation, showErrorsBy } from '@guidepost/http';
import { errorPage, type Suggestion } from '@guidepost/pages';
import type { Context } from '../context.ts';
import { representPage } from './page.ts';
import type { Site } from './site.ts';
import { listSimilar, listSuggestions } from './suggestions.ts';

type ErrorContext = Pick<Context, 'database' | 'guideSearch'>;

interface SiteRequest {
  site: Site;
  /** As it was sent. */
  path: string;
}

export function showErrorsOfSite<Result>(
  context: ErrorContext,
  request: SiteRequest,
  work: () => Promise<Result>,
): Promise<Result> {
  return showErrorsBy((error) => representError(context, request, error), work);
}

/** An error page in the language of the site. For a 404, it suggests other pages. */
async function representError(
  context: ErrorContext,
  { site, path }: SiteRequest,
  error: HttpError,
): Promise<Representation> {
  const { status, headers } = error;
  // A failing search must not hide the 404.
  const suggestions = status === 404 ? await suggest(context, site, path).catch(() => []) : [];
  const page = representPage(site, errorPage(site, status, suggestions));
  return { ...page, headers: { ...page.headers, ...headers } };
}

async function suggest(context: ErrorContext, site: Site, path: string): Promise<Suggestion[]> {
  const similar = await listSimilar(context, site, path);
  return similar.length > 0 ? similar : listSuggestions(context.database, site);
}
