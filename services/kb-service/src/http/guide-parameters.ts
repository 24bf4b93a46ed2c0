import type { Parameter, ParameterValues, Query } from '@guidepost/http';
import type { GuideFilter } from '../guides/list-guides.ts';

/** Characters. */
const LONGEST_QUERY = 500;

const KINDS = { 'filter[category]': 'category', 'filter[tag]': 'tag' } as const;

/** An unknown value gives an empty list. */
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

export const SEARCH_PARAMETER: Parameter = {
  name: 'q',
  description:
    'What to search for in titles and texts: all words, in their base forms, the last one also as a beginning. Nothing is searched for when it is blank.',
  schema: { type: 'string', maxLength: LONGEST_QUERY },
  example: 'install',
};

/** The first filter of the query string, which is the one that applies. */
export function parseGuideFilter(query: Query): GuideFilter | undefined {
  for (const [name, value] of query.entries()) {
    if (isFilter(name)) return { by: KINDS[name], value };
  }
  return undefined;
}

function isFilter(name: string): name is keyof typeof KINDS {
  return Object.hasOwn(KINDS, name);
}

/** Undefined without search terms. */
export function parseSearch(parameters: ParameterValues): string | undefined {
  return parameters.text('q')?.trim() || undefined;
}
