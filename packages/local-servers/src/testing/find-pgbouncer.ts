import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * PgBouncer: `PGBOUNCER`, else the first `pgbouncer` on the `PATH`. `jest.config.mjs` skips its tests without one, so this
 * module imports none of ours.
 */
export function findPgBouncer(): string | undefined {
  const { PGBOUNCER, PATH = '' } = process.env;
  return (
    PGBOUNCER ||
    PATH.split(delimiter)
      .map((folder) => join(folder, 'pgbouncer'))
      .find(isExecutable)
  );
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
