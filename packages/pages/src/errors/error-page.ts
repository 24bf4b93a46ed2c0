import type { PageWords } from '@guidepost/i18n';
import type { Page } from '../page.ts';
import type { PublicSite } from '../site.ts';
import type { Suggestion } from '../suggestions/suggestion.ts';

/** An error as a page of a site, in its language. A 404 shows suggestions. */
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
    content: { heading, suggestions, mayComeAgain: status >= 500 || status === 429, hasOwnSearch: true },
  };
}

function errorHeading(status: number, words: PageWords): string {
  if (status === 404) return words.notFound;
  if (status === 429) return words.tooManyRequests;
  return status < 500 ? words.badRequest : words.outOfOrder;
}
