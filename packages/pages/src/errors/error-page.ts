import type { PageWords } from '@guidepost/i18n';
import { AppError } from '@guidepost/service-kit';
import type { Page, PublicSite } from '../page.ts';

/**
 * An error as a page of a site, in its language. A 404 or 410 shows suggestions. The template escapes all that was
 * sent (S11).
 */
export function errorPage(
  { phrasing }: PublicSite,
  status: number,
  suggestions: readonly Suggestion[] = [],
): Page {
  const heading = errorHeading(status, phrasing.words);
  return {
    status,
    template: '@error',
    head: { title: heading, indexed: false },
    content: {
      heading,
      suggestions,
      isGone: status === 410,
      mayComeAgain: status >= 500 || status === 429,
      hasOwnSearch: true,
    },
  };
}

function errorHeading(status: number, words: PageWords): string {
  if (status === 404) return words.notFound;
  if (status === 410) return words.gone;
  if (status === 429) return words.tooManyRequests;
  return status < 500 ? words.badRequest : words.outOfOrder;
}

export interface Suggestion {
  path: string;
  name: string;
  /** HTML attributes of the link, such as the language of the name where that is not the one of the page. */
  attributes?: string;
}

/** The error for a path without a page. */
export function noSuchPage(): AppError {
  return new AppError('not-found', 'There is no such page.');
}
