import type { Parameter, ParameterValues, Query } from '@guidepost/http';
import type { GuideFilter } from '../content/list-guides.ts';
import { GUIDE_STATES } from './json-api/editing-members.ts';

/** Characters. */
const MAX_QUERY_LENGTH = 500;

const KINDS = { 'filter[category]': 'category', 'filter[tag]': 'tag' } as const;

/** An unknown value gives an empty list. */
export const GUIDE_FILTERS: readonly Parameter[] = [
  {
    name: 'filter[category]',
    description:
      'Only guides in this category: its slug, or its id if no slug matches. The first filter in the query string applies.',
    schema: { type: 'string' },
    example: 'getting-started',
  },
  {
    name: 'filter[tag]',
    description: 'Only guides with this tag: its slug, or its id if no slug matches.',
    schema: { type: 'string' },
    example: 'new',
  },
];

/** For keys that may write. */
export const STATE_PARAMETER: Parameter = {
  name: 'filter[state]',
  description:
    'Only with a key that may write: working copies in this state, or all of them. Without it and with `published`, guides as readers see them.',
  schema: { type: 'string', enum: [...GUIDE_STATES, 'all'] },
  example: 'draft',
};

export const SEARCH_PARAMETER: Parameter = {
  name: 'q',
  description:
    'A question or search terms. Any telling word finds, in any form; guides with all words come first, and words in quotation marks must stand as they are. The last word may be a prefix. Blank terms are ignored.',
  schema: { type: 'string', maxLength: MAX_QUERY_LENGTH },
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

export function parseSearch(parameters: ParameterValues): string | undefined {
  return parameters.text('q')?.trim() || undefined;
}
