import { type ListView, listAnswer } from '@guidepost/command-line';
import { requireKnowledgeBase } from '../tenants/find-knowledge-base.ts';
import {
  addHostName,
  type HostName,
  listHostNames,
  removeHostName,
  useHostName,
} from '../tenants/host-names.ts';
import { parseAddedHost, parseHostArgument } from './arguments.ts';
import { answer, createGroup } from './commands.ts';

const NAME = ['<name>', 'the other host name'] as const;

const NAMES: ListView<HostName> = {
  columns: { HOST: ({ host }) => host, MAIN: ({ is_main }) => (is_main ? 'yes' : '') },
  none: 'There are no host names.',
  full: true,
};

/** `kb host` */
export const addHost = createGroup('host', [
  {
    name: 'list',
    description: 'list host names, the main one first',
    examples: ['kb host list help.example.com'],
    read: async ({ database, host }) =>
      listAnswer(await listHostNames(database, await requireKnowledgeBase(database, host)), NAMES),
  },
  {
    name: 'add',
    description: 'add a host name',
    arguments: [NAME],
    examples: ['kb host add help.example.com support.example.com'],
    async change({ database, actor, host }, [typed = '']) {
      const name = parseAddedHost(typed);
      // An operator may add any: the desk may have the host name of a knowledge base.
      const changed = await addHostName(database, actor, { host, name, serviceUrls: [] });
      const text = changed ? `Added ${name}.` : `${name} is already a host name of ${host}.`;
      return answer({ host, name, changed }, text);
    },
  },
  {
    name: 'use',
    description: 'make a host name the main one, used in links and by the API',
    arguments: [NAME],
    examples: ['kb host use help.example.com support.example.com'],
    async change({ database, actor, host }, [typed = '']) {
      const name = parseHostArgument(typed);
      const changed = await useHostName(database, actor, { host, name });
      const text = changed ? `${name} is the main host name now.` : `${name} is already the main host name.`;
      return answer({ host: name, changed }, text);
    },
  },
  {
    name: 'remove',
    description: 'remove a host name',
    arguments: [NAME],
    examples: ['kb host remove help.example.com old.example.com'],
    async change({ database, actor, host }, [typed = '']) {
      const name = parseHostArgument(typed);
      const changed = await removeHostName(database, actor, { host, name });
      const text = changed ? `Removed ${name}.` : `${name} is not a host name of ${host}.`;
      return answer({ host, name, changed }, text);
    },
  },
]);
