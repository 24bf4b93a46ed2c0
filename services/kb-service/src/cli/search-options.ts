import type { SearchCommandOptions } from '@guidepost/command-line';
import { parseHost } from './arguments.ts';
import { configuredEngine, runCommand } from './run-command.ts';

/** Of the commands that are about search. */
export const SEARCH_OPTIONS: SearchCommandOptions = {
  tenant: { name: 'host', description: 'the host name of a knowledge base', parse: parseHost },
  example: 'help.example.com',
  runCommand,
  engine: configuredEngine,
};
