import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import {
  AppError,
  DATABASE_URL,
  type Environment,
  type EnvironmentSchema,
  readEnvironment,
} from '@guidepost/service-kit';

/** The database of a command: a running one, or the embedded one in a folder. */
export type DatabasePlace = { url: string } | { directory: string };

/** @throws AppError `invalid` that begins with the name of the variable */
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
        description: 'the PostgreSQL database (default: the embedded one)',
        ...DATABASE_URL,
      },
      DATA_DIR: { description: 'the directory of the embedded database', type: 'string' },
    },
  };
}

/** `.data` at the root of the repository, whatever the working directory. */
function defaultDataDirectory(urlVariable: string): string {
  for (let folder = import.meta.dirname; folder !== dirname(folder); folder = dirname(folder)) {
    if (existsSync(join(folder, 'pnpm-workspace.yaml'))) return join(folder, '.data');
  }
  throw new AppError('invalid', `${urlVariable} is not set. Set it to the URL of the database.`);
}
