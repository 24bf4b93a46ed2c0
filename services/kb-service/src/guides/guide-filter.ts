import type { Query } from '@guidepost/http';
import type { GuideFilter } from './guide-list.ts';

const KINDS = { 'filter[category]': 'category', 'filter[tag]': 'tag' } as const;

/** The names of the filters, as parameters. */
export const GUIDE_FILTERS = Object.keys(KINDS) as (keyof typeof KINDS)[];

/** The filter that applies: the first in the query string as it was sent. */
export function parseGuideFilter(query: Query): GuideFilter | undefined {
  for (const [name, value] of query.entries()) {
    const by = GUIDE_FILTERS.find((filter) => filter === name);
    if (by) return { by: KINDS[by], value };
  }
  return undefined;
}
