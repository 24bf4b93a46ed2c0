import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import {
  AppError,
  DATABASE_URL,
  type Environment,
  type EnvironmentSchema,
  readEnvironment,
} from '@guidepost/service-kit';

/** Which database a command works on: one that runs somewhere, or the embedded one in a folder. */
export type DatabasePlace = { url: string } | { directory: string };

/** @throws AppError `invalid`: one line that begins with the variable's name */
export function findDatabase(urlVariable: string, environment: Environment): DatabasePlace {
  const values = readEnvironment<Environment>(schemaOf(urlVariable), environment);
  const { [urlVariable]: url, DATA_DIR } = values;
  if (url) return { url };
  return { directory: resolve(DATA_DIR ?? defaultDataDirectory(urlVariable), 'postgres') };
}

function schemaOf(urlVariable: string): EnvironmentSchema {
  return {
    variables: {
      [urlVariable]: {
        description: 'the PostgreSQL database; without it the embedded one is used',
        ...DATABASE_URL,
      },
      DATA_DIR: { description: 'where the embedded database is kept', type: 'string' },
    },
  };
}

/** `.data` at the root of the repository, from wherever the command is called. */
function defaultDataDirectory(urlVariable: string): string {
  for (let folder = import.meta.dirname; folder !== dirname(folder); folder = dirname(folder)) {
    if (existsSync(join(folder, 'pnpm-workspace.yaml'))) return join(folder, '.data');
  }
  throw new AppError('invalid', `${urlVariable} is not set: it names the database to work on.`);
}
