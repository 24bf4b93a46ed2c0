import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { AppError, type Environment, type EnvironmentSchema, readEnvironment } from '@guidepost/service-kit';

const ENVIRONMENT: EnvironmentSchema = {
  variables: {
    KB_DATABASE_URL: {
      description: 'the PostgreSQL database; without it the embedded one is used',
      type: 'string',
      format: 'uri',
      pattern: '^postgres(ql)?://',
    },
    DATA_DIR: { description: 'where the embedded database is kept', type: 'string' },
  },
};

/** Which database a command works on: one that runs somewhere, or the embedded one in a folder. */
export type DatabasePlace = { url: string } | { directory: string };

/** @throws AppError `invalid`: one line that begins with the variable's name */
export function findDatabase(environment: Environment): DatabasePlace {
  const { KB_DATABASE_URL, DATA_DIR } = readEnvironment<Environment>(ENVIRONMENT, environment);
  if (KB_DATABASE_URL) return { url: KB_DATABASE_URL };
  return { directory: resolve(DATA_DIR ?? defaultDataDirectory(), 'postgres') };
}

/** `.data` at the root of the repository, from wherever the command is called. */
function defaultDataDirectory(): string {
  for (let folder = import.meta.dirname; folder !== dirname(folder); folder = dirname(folder)) {
    if (existsSync(join(folder, 'pnpm-workspace.yaml'))) return join(folder, '.data');
  }
  throw new AppError('invalid', 'KB_DATABASE_URL is not set: it names the database to work on.');
}
