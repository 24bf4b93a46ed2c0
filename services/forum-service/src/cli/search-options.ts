import type { SearchCommandOptions } from '@guidepost/command-line';
import { parseSlug } from './arguments.ts';
import { configuredEngine, runCommand } from './run-command.ts';

/** Of the commands that are about search. */
export const SEARCH_OPTIONS: SearchCommandOptions = {
  tenant: { name: 'slug', description: 'what a forum is called in addresses', parse: parseSlug },
  example: 'example',
  runCommand,
  engine: configuredEngine,
};
