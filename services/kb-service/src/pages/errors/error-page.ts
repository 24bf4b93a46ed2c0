import type { HttpError, Representation } from '@guidepost/http';
import { representPage } from '../page-reader.ts';
import type { Site } from '../site.ts';
import type { Words } from '../words/words.ts';

/** An error as a page of the site, in its language. */
export function representError(site: Site, error: HttpError): Representation {
  const { words } = site.phrasing;
  const page = representPage(site, {
    status: error.status,
    template: 'errors/error',
    head: { title: headingOf(error, words), indexed: false },
    content: { status: error.status, heading: headingOf(error, words), hasOwnSearch: true },
  });
  return { ...page, headers: { ...page.headers, ...error.headers } };
}

function headingOf({ status }: HttpError, words: Words): string {
  if (status === 404) return words.notFound;
  if (status === 429) return words.tooManyRequests;
  return status < 500 ? words.badRequest : words.outOfOrder;
}
