import { createRunCommand } from '@guidepost/command-line';
import type { Database } from '@guidepost/postgres';
import { createConfiguredEngine, readEngineConfig, type SearchEngine } from '@guidepost/search';
import { MIGRATIONS } from '../schema.ts';

export const DATABASE = { name: 'kb', urlVariable: 'KB_DATABASE_URL', migrations: MIGRATIONS };

export const runCommand = createRunCommand(DATABASE, process.env);

export function configuredEngine(database: Database): SearchEngine | undefined {
  return createConfiguredEngine(readEngineConfig(process.env), database);
}
