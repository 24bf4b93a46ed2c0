import { createSearchStatus } from '@guidepost/command-line';
import { guideSearchStatus } from '../search/guide-search-status.ts';
import { parseHost } from './arguments.ts';
import { runCommand } from './run-command.ts';

/** `kb search status` */
export const addSearch = createSearchStatus({
  tenant: { name: 'host', description: 'the host name of a knowledge base', parse: parseHost },
  runCommand,
  read: guideSearchStatus,
  describe: ({ host: name, set_aside }) => ({
    name,
    setAside: set_aside.map(({ slug, reason }) => ({ name: slug, reason })),
  }),
  none: 'There are no knowledge bases yet.',
  example: 'help.example.com',
});
