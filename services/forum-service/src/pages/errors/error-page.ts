import type { HttpError, Representation } from '@guidepost/http';
import { errorHeading } from '@guidepost/pages';
import { representPage } from '../represent-page.ts';
import type { Site } from '../site.ts';

/** An error as a page of the forum, in its language. */
export function representError(site: Site, { status, headers }: HttpError): Representation {
  const heading = errorHeading(status, site.phrasing.words);
  const page = representPage(site, {
    status,
    template: 'errors/error',
    head: { title: heading, indexed: false },
    content: { heading, mayComeAgain: status >= 500 || status === 429, hasOwnSearch: true },
  });
  return { ...page, headers: { ...page.headers, ...headers } };
}
