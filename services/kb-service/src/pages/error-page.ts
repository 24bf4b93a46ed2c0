import { type HttpError, type Representation, showErrorsBy } from '@guidepost/http';
import { errorPage, type Suggestion } from '@guidepost/pages';
import { entriesOf } from '../addresses/address.ts';
import { findGoneGuide } from '../content/gone-guides.ts';
import type { Context } from '../context.ts';
import { parseSlug } from '../model/slug.ts';
import { type AddressContext, type AskedSite, leadOn, pathOf } from './old-addresses.ts';
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
 * pages. Where a deleted guide was, it is a 410.
 */
async function representError(
  context: ErrorContext,
  asked: AskedSite,
  error: HttpError,
): Promise<Representation> {
  const { site } = asked;
  if (error.status !== 404) return representStatus(site, error.status, error);
  // A failing search must not hide the 404.
  const redirect = await leadOn(context, asked).catch(() => undefined);
  if (redirect) return redirect;
  const title = await findTitleOfGone(context, asked).catch(() => undefined);
  const path = title === undefined ? asked.request.path : encodeURIComponent(title);
  const suggestions = await suggest(context, site, path).catch(() => []);
  return representStatus(site, title === undefined ? 404 : 410, { ...error, suggestions });
}

function representStatus(
  site: Site,
  status: number,
  { headers, suggestions = [] }: Pick<HttpError, 'headers'> & { suggestions?: readonly Suggestion[] },
): Representation {
  const page = representPage(site, errorPage(site, status, suggestions));
  return { ...page, headers: { ...page.headers, ...headers } };
}

/** The title of the guide that readers saw here until it was deleted, which they may not see again for thirty days. */
async function findTitleOfGone(
  { content }: Pick<Context, 'content'>,
  { site, request }: AskedSite,
): Promise<string | undefined> {
  const path = pathOf(site, request);
  if (path === undefined) return undefined;
  const slug = parseSlug(/^\/guides\/([^/?]+)$/.exec(path)?.[1]);
  const asked = { knowledgeBaseId: site.id, slug, addresses: entriesOf(path) };
  return findGoneGuide(content.of(site.knowledgeBase), asked);
}

async function suggest(context: ErrorContext, site: Site, path: string): Promise<Suggestion[]> {
  const similar = await listSimilar(context, site, path);
  return similar.length > 0 ? similar : listSuggestions(context.database, site);
}
