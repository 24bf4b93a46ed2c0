import { type ListView, listAnswer, type OutputOptions, withOutput } from '@guidepost/command-line';
import type { Command } from 'commander';
import { requireKnowledgeBase } from '../tenants/find-knowledge-base.ts';
import {
  addHostName,
  type HostName,
  listHostNames,
  removeHostName,
  useHostName,
} from '../tenants/host-names.ts';
import { hostCommand, parseAddedHost, parseHostArgument } from './arguments.ts';
import { addChange, answer } from './change.ts';
import { runCommand } from './run-command.ts';

const NAME = ['<name>', 'the other host name'] as const;

const NAMES: ListView<HostName> = {
  columns: { HOST: ({ host }) => host, MAIN: ({ is_main }) => (is_main ? 'yes' : '') },
  none: 'There are no host names.',
  full: true,
};

/** `kb host` */
export function addHost(program: Command): void {
  const group = program.command('host');
  for (const add of [addList, addAdd, addUse, addRemove]) add(group);
}

function addList(group: Command): void {
  const command = hostCommand(group, 'list', 'list host names, the main one first');
  withOutput(command, 'kb host list help.example.com').action((host: string, options: OutputOptions) =>
    runCommand(options, async ({ database }) =>
      listAnswer(await listHostNames(database, await requireKnowledgeBase(database, host)), NAMES),
    ),
  );
}

function addAdd(group: Command): void {
  addChange(group, {
    name: 'add',
    description: 'add a host name',
    arguments: [NAME],
    example: 'support.example.com',
    async change({ database, actor, host }, [typed = '']) {
      const name = parseAddedHost(typed);
      // An operator may add any: the desk may have the host name of a knowledge base.
      const changed = await addHostName(database, actor, { host, name, serviceUrls: [] });
      const text = changed ? `Added ${name}.` : `${name} is already a host name of ${host}.`;
      return answer({ host, name, changed }, text);
    },
  });
}

function addUse(group: Command): void {
  addChange(group, {
    name: 'use',
    description: 'make a host name the main one, used in links and by the API',
    arguments: [NAME],
    example: 'support.example.com',
    async change({ database, actor, host }, [typed = '']) {
      const name = parseHostArgument(typed);
      const changed = await useHostName(database, actor, { host, name });
      const text = changed ? `${name} is the main host name now.` : `${name} is already the main host name.`;
      return answer({ host: name, changed }, text);
    },
  });
}

function addRemove(group: Command): void {
  addChange(group, {
    name: 'remove',
    description: 'remove a host name',
    arguments: [NAME],
    example: 'old.example.com',
    async change({ database, actor, host }, [typed = '']) {
      const name = parseHostArgument(typed);
      const changed = await removeHostName(database, actor, { host, name });
      return answer(
        { host, name, changed },
        changed ? `Removed ${name}.` : `${name} is not a host name of ${host}.`,
      );
    },
  });
}
