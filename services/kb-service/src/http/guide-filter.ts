import type { Parameter, Query } from '@guidepost/http';
import type { GuideFilter } from '../guides/guide-list.ts';

const KINDS = { 'filter[category]': 'category', 'filter[tag]': 'tag' } as const;

/** A value that matches nothing is no error: the list is empty. */
export const GUIDE_FILTERS: readonly Parameter[] = [
  {
    name: 'filter[category]',
    description:
      'Only guides in this category, by its slug, or its id when no slug matches. Of several filters the first in the query string counts.',
    schema: { type: 'string' },
    example: 'getting-started',
  },
  {
    name: 'filter[tag]',
    description: 'Only guides that carry this tag, by its slug, or its id when no slug matches.',
    schema: { type: 'string' },
    example: 'new',
  },
];

/** The filter that applies: the first in the query string as it was sent. */
export function parseGuideFilter(query: Query): GuideFilter | undefined {
  for (const [name, value] of query.entries()) {
    if (isFilter(name)) return { by: KINDS[name], value };
  }
  return undefined;
}

function isFilter(name: string): name is keyof typeof KINDS {
  return Object.hasOwn(KINDS, name);
}
