/** A text with a place for a number, for each plural form that the language has; `{n}` is the number. */
export type Plural = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** What pages of both services say around their content, in one language; what stands in braces is filled in. */
export interface CommonWords {
  skipToContent: string;
  home: string;
  breadcrumbs: string;
  search: string;
  searchPlaceholder: string;
  tags: string;
  suggestionCount: Plural;
  allResults: string;
  searchResults: string;
  resultCount: Plural;
  searchTooLong: string;
  showingInstead: string;
  noResults: string;
  noResultsAdvice: string;
  suggestions: string;
  pages: string;
  previousPage: string;
  nextPage: string;
  pageOf: string;
  notFound: string;
  notFoundAdvice: string;
  badRequest: string;
  tooManyRequests: string;
  outOfOrder: string;
  tryLater: string;
}

/** Puts values where a text has their names in braces. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : whole,
  );
}
