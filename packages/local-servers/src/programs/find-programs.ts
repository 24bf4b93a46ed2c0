// `jest.config.mjs` skips tests whose program is missing, so this module imports none of ours.
import { accessSync, constants } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';

const CHROMIUM_NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];

/** The browser for tests: `CHROMIUM`, else the first usual name on the `PATH`. */
export function findChromium(): string | undefined {
  return process.env.CHROMIUM || findOnPath(...CHROMIUM_NAMES);
}

/** The Meilisearch program: `MEILISEARCH`, else the first `meilisearch` on the `PATH`. */
export function findMeilisearch(): string | undefined {
  const found = process.env.MEILISEARCH || findOnPath('meilisearch');
  return found && resolve(found);
}

/** PgBouncer: `PGBOUNCER`, else the first `pgbouncer` on the `PATH`. */
export function findPgBouncer(): string | undefined {
  return process.env.PGBOUNCER || findOnPath('pgbouncer');
}

/** The program of an object store that speaks S3, on the `PATH`. */
export function findVersitygw(): string | undefined {
  return findOnPath('versitygw');
}

/** The first executable with one of these names on the `PATH`; an earlier name takes precedence. */
export function findOnPath(...names: string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
