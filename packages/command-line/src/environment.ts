import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { AppError, DATABASE_URL, type Environment, maskPassword } from '@guidepost/service-kit';

/** The database of a command: a running one, or the embedded one in a folder. */
export type DatabasePlace = { url: string } | { directory: string };

const ADDRESS = new RegExp(DATABASE_URL.pattern);

/** @throws AppError `invalid` that begins with the name of the variable */
export function findDatabase(urlVariable: string, environment: Environment): DatabasePlace {
  const { [urlVariable]: url, DATA_DIR } = environment;
  if (!url) return { directory: resolve(DATA_DIR || defaultDataDirectory(urlVariable), 'postgres') };
  if (ADDRESS.test(url) && URL.canParse(url)) return { url };
  const expected = 'the PostgreSQL database (default: the embedded one)';
  throw new AppError('invalid', `${urlVariable} is not valid, "${maskPassword(url)}": ${expected}`);
}

/** `.data` at the root of the repository, whatever the working directory. */
function defaultDataDirectory(urlVariable: string): string {
  for (let folder = import.meta.dirname; folder !== dirname(folder); folder = dirname(folder)) {
    if (existsSync(join(folder, 'pnpm-workspace.yaml'))) return join(folder, '.data');
  }
  throw new AppError('invalid', `${urlVariable} is not set. Set it to the URL of the database.`);
}
