import { type HttpError, type Representation, showErrorsBy } from '@guidepost/http';
import { errorPage, type Suggestion } from '@guidepost/pages';
import type { Context } from '../context.ts';
import { type AddressContext, type AskedSite, leadOn } from './old-addresses.ts';
import { representPage } from './page.ts';
import type { Site } from './site.ts';
import { listSimilar, listSuggestions } from './suggestions.ts';

type ErrorContext = AddressContext & Pick<Context, 'database' | 'guideSearch'>;

export function showErrorsOfSite<Result>(
  context: ErrorContext,
  request: AskedSite,
  work: () => Promise<Result>,
): Promise<Result> {
  return showErrorsBy((error) => representError(context, request, error), work);
}

/**
 * An error page in the language of the site. Instead of a 404, an old address leads on; else the page suggests other
 * pages.
 */
async function representError(
  context: ErrorContext,
  asked: AskedSite,
  error: HttpError,
): Promise<Representation> {
  const { status, headers } = error;
  const { site, request } = asked;
  // A failing search must not hide the 404.
  const redirect = status === 404 ? await leadOn(context, asked).catch(() => undefined) : undefined;
  if (redirect) return redirect;
  const suggestions = status === 404 ? await suggest(context, site, request.path).catch(() => []) : [];
  const page = representPage(site, errorPage(site, status, suggestions));
  return { ...page, headers: { ...page.headers, ...headers } };
}

async function suggest(context: ErrorContext, site: Site, path: string): Promise<Suggestion[]> {
  const similar = await listSimilar(context, site, path);
  return similar.length > 0 ? similar : listSuggestions(context.database, site);
}
