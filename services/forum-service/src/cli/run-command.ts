import { dirname, join } from 'node:path';
import { createRunCommand, findDatabase } from '@guidepost/command-line';
import type { Database } from '@guidepost/postgres';
import { createConfiguredEngine, readEngineConfig, type SearchEngine } from '@guidepost/search';
import { readPublicUrl, readSecret } from '../config.ts';
import { MIGRATIONS } from '../schema.ts';

export const DATABASE = { name: 'forum', urlVariable: 'FORUM_DATABASE_URL', migrations: MIGRATIONS };

/** Does a command's work on the database of forums, and prints its answer once everything is closed again. */
export const runCommand = createRunCommand(DATABASE, process.env);

/** What e-mail addresses are hashed with, where it is not the database's own secret. */
export function configuredSecret(): string | undefined {
  return readSecret(process.env);
}

/** What the addresses of the service begin with, as it was told itself. */
export function configuredPublicUrl(): string {
  return readPublicUrl(process.env);
}

/** Where files are kept, if it can be told: where the service was told, or where `npm start` keeps them. */
export function filesDirectory(): string | undefined {
  const { FORUM_FILES_DIRECTORY } = process.env;
  if (FORUM_FILES_DIRECTORY) return FORUM_FILES_DIRECTORY;
  const place = findDatabase(DATABASE.urlVariable, process.env);
  return 'directory' in place ? join(dirname(place.directory), 'forum-files') : undefined;
}

/** The search engine that the service was told of. */
export function configuredEngine(database: Database): SearchEngine | undefined {
  return createConfiguredEngine(readEngineConfig(process.env), database);
}
