import { createSearchStatus } from '@guidepost/command-line';
import { dialogSearchStatus } from '../search/search-status.ts';
import { SEARCH_OPTIONS } from './search-options.ts';

/** `forum search status` */
export const addSearch = createSearchStatus({
  ...SEARCH_OPTIONS,
  read: dialogSearchStatus,
  describe: ({ slug: name, set_aside }) => ({
    name,
    setAside: set_aside.map(({ id, ...refusal }) => ({ name: String(id), ...refusal })),
  }),
  none: 'There are no forums yet.',
});
