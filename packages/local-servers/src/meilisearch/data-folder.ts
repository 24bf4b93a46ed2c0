import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { AppError } from '@guidepost/service-kit';
import { unlessMissing } from '../programs/system-errors.ts';

/** The files of one server; lock and log lie beside its folder. */
export interface Locations {
  /** Private, since it contains the key. */
  directory: string;
  /** Meilisearch's own data, which can be rebuilt from our databases. */
  data: string;
  dumps: string;
  snapshots: string;
  key: string;
  processId: string;
  lock: string;
  log: string;
}

/** The locations for `directory`, which is created with mode 0700; symbolic links are resolved. */
export async function locate(wanted: string): Promise<Locations> {
  const parent = dirname(resolve(wanted));
  await mkdir(parent, { recursive: true });
  const directory = join(await realpath(parent), basename(wanted));
  await mkdir(directory, { recursive: true, mode: 0o700 });
  return {
    directory,
    data: join(directory, 'data'),
    dumps: join(directory, 'dumps'),
    snapshots: join(directory, 'snapshots'),
    key: join(directory, 'key'),
    processId: join(directory, 'process-id'),
    lock: `${directory}.lock`,
    log: `${directory}.log`,
  };
}

/** Meilisearch requires at least 16 bytes. */
const BYTES = 32;

/** The master key in the file, which is created with mode 0600 if missing. */
export async function masterKey(file: string): Promise<string> {
  const known = await unlessMissing(readFile(file, 'utf8'), '');
  if (known) return known.trim();
  const key = randomBytes(BYTES).toString('base64url');
  await writeFile(file, `${key}\n`, { mode: 0o600 });
  return key;
}

/**
 * Removes data of another version, on which Meilisearch would not start; services then rebuild their index. Resolves
 * with that version, or undefined.
 * @throws AppError `unavailable` when the folder contains something else
 */
export async function dropOtherVersion(data: string, version: string): Promise<string | undefined> {
  // Renamed first, so that an interrupted removal leaves nothing that looks like data.
  const aside = `${data}.dropped`;
  await rm(aside, { recursive: true, force: true });
  const held = await heldVersion(data);
  if (held === undefined || held === version) return undefined;
  await rename(data, aside);
  await rm(aside, { recursive: true });
  return held;
}

async function heldVersion(data: string): Promise<string | undefined> {
  const entries = await unlessMissing(readdir(data), []);
  if (entries.includes('VERSION')) return (await readFile(join(data, 'VERSION'), 'utf8')).trim();
  if (entries.length === 0) return undefined;
  throw new AppError('unavailable', `${data} is not empty but has no Meilisearch data: move it away.`);
}
