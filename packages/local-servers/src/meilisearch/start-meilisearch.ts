import { anyFreePort, requireFreePort } from '../programs/free-port.ts';
import { withLock } from '../programs/lock.ts';
import { explainDiskError } from '../programs/system-errors.ts';
import { dropOtherVersion, type Locations, locate, masterKey } from './data-folder.ts';
import { programVersion } from './program-version.ts';
import { untilNoneRuns, untilReady } from './running-server.ts';
import { spawnServer } from './spawn-server.ts';

/** Which Meilisearch is started, and where. */
export interface LocalMeilisearchOptions {
  /** The program, as `findMeilisearch` names it. */
  program: string;
  /** The folder for its data and its key; log and lock lie beside it under the same name. Made when there is none. */
  directory: string;
  /** A port of loopback; one that is free unless set. */
  port?: number;
}

/** A Meilisearch that was started by us, and that ends when we do. */
export interface LocalMeilisearch {
  readonly url: string;
  /** May do everything; the same whenever it is started on this folder. */
  readonly key: string;
  readonly version: string;
  /** The version whose data were dropped, since this one does not start on them. */
  readonly dropped: string | undefined;
  /** The folder that holds nothing but what Meilisearch made of our databases. */
  readonly data: string;
  readonly processId: number;
  /** Resolves when it is gone, also when nobody has stopped it. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts Meilisearch on `directory` and waits until it answers. Ctrl-C does not reach it; it is stopped by `stop`, and
 * by the end of this process.
 *
 * @throws AppError `unavailable`, one line for the person at the terminal, when it does not start
 */
export async function startMeilisearch(options: LocalMeilisearchOptions): Promise<LocalMeilisearch> {
  const version = await programVersion(options.program);
  try {
    const locations = await locate(options.directory);
    return await withLock(locations.lock, async () => ({
      version,
      dropped: await makeRoom(locations, version),
      data: locations.data,
      ...(await launch(locations, options)),
    }));
  } catch (error) {
    throw explainDiskError(error, options.directory);
  }
}

async function makeRoom(locations: Locations, version: string): Promise<string | undefined> {
  await untilNoneRuns(locations);
  return dropOtherVersion(locations.data, version);
}

async function launch(locations: Locations, { program, port: wanted }: LocalMeilisearchOptions) {
  if (wanted !== undefined) await requireFreePort(wanted, 'Meilisearch');
  const port = wanted ?? (await anyFreePort());
  const key = await masterKey(locations.key);
  const url = `http://127.0.0.1:${port}`;
  const server = await spawnServer({ program, locations, port, key });
  await untilReady(server, { url, key });
  return { url, key, processId: server.processId, ended: server.ended, stop: server.stop };
}
