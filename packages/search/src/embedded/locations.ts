import { mkdir, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';

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
