import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { AppError } from '@guidepost/service-kit';
import { unlessMissing } from '../programs/system-errors.ts';

/** Everything on disk that belongs to one server; lock and log lie beside its folder. */
export interface Locations {
  /** What nobody but us may enter, since it holds the key. */
  directory: string;
  /** What Meilisearch made; nothing there is missed, since our databases hold it all. */
  data: string;
  dumps: string;
  snapshots: string;
  key: string;
  processId: string;
  lock: string;
  log: string;
}

/** Where the server of `directory` keeps its things. Makes the folder, for our eyes only; symbolic links are resolved. */
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

/** Meilisearch takes none that is shorter than 16 bytes. */
const BYTES = 32;

/** The key that opens everything: what the file holds, or a new one that it holds from now on, for our eyes only. */
export async function masterKey(file: string): Promise<string> {
  const known = await unlessMissing(readFile(file, 'utf8'), '');
  if (known) return known.trim();
  const key = randomBytes(BYTES).toString('base64url');
  await writeFile(file, `${key}\n`, { mode: 0o600 });
  return key;
}

/**
 * Drops the data of another version, on which Meilisearch would not start: services notice that their index is gone and
 * fill it again. Resolves with that version; undefined when the data can stay or there are none.
 * @throws AppError `unavailable` when the folder holds something else
 */
export async function dropOtherVersion(data: string, version: string): Promise<string | undefined> {
  // Moved aside first, so that what is left of an interrupted removal does not look like data.
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
  throw new AppError('unavailable', `${data} is not empty and holds no Meilisearch data: move it away.`);
}
