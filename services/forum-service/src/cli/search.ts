import { createSearchStatus } from '@guidepost/command-line';
import { dialogSearchStatus } from '../search/dialog-search-status.ts';
import { parseSlug } from './arguments.ts';
import { runCommand } from './run-command.ts';

/** `forum search status` */
export const addSearch = createSearchStatus({
  tenant: { name: 'slug', description: 'what a forum is called in addresses', parse: parseSlug },
  runCommand,
  read: dialogSearchStatus,
  describe: ({ slug: name, set_aside }) => ({
    name,
    setAside: set_aside.map(({ id, reason }) => ({ name: String(id), reason })),
  }),
  none: 'There are no forums yet.',
  example: 'example',
});
