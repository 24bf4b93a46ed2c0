import { createSearchStatus } from '@guidepost/command-line';
import { guideSearchStatus } from '../search/guide-search-status.ts';
import { SEARCH_OPTIONS } from './search-options.ts';

/** `kb search status` */
export const addSearch = createSearchStatus({
  ...SEARCH_OPTIONS,
  read: guideSearchStatus,
  describe: ({ host: name, set_aside }) => ({
    name,
    setAside: set_aside.map(({ slug, ...refusal }) => ({ name: slug, ...refusal })),
  }),
  none: 'There are no knowledge bases yet.',
});
