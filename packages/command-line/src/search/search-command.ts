import type { Database } from '@guidepost/postgres';
import type { SearchEngine } from '@guidepost/search';
import type { RunCommand } from '../run-command.ts';

/** Whose search a command is about, the same for all commands of a service. */
export interface SearchCommandOptions {
  /** What tenants are named by, in lower case, with how a name is read: `host`. */
  tenant: { name: string; description: string; parse: (value: string) => string };
  /** The name of one, for the help. */
  example: string;
  runCommand: RunCommand;
  /** The engine that the environment names, if it names one. */
  engine: (database: Database) => SearchEngine | undefined;
}
