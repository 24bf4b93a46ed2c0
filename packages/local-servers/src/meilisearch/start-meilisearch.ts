import { anyFreePort, requireFreePort } from '../programs/free-port.ts';
import { withLock } from '../programs/lock.ts';
import { explainDiskError } from '../programs/system-errors.ts';
import { dropOtherVersion, type Locations, locate, masterKey } from './data-folder.ts';
import { programVersion } from './program-version.ts';
import { untilNoneRuns, untilReady } from './running-server.ts';
import { spawnServer } from './spawn-server.ts';

export interface LocalMeilisearchOptions {
  program: string;
  /** The folder for data and key, created if missing; log and lock lie beside it under the same name. */
  directory: string;
  port?: number;
}

export interface LocalMeilisearch {
  readonly url: string;
  /** The master key, stable per folder. */
  readonly key: string;
  readonly version: string;
  /** The version whose data were removed, since this one cannot read them. */
  readonly dropped: string | undefined;
  readonly data: string;
  readonly processId: number;
  /** Resolves when the server has ended for any reason. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts Meilisearch on `directory` and waits until it answers. It ignores Ctrl-C; it ends by `stop` or with this
 * process.
 * @throws AppError `unavailable`, one line for the terminal, when it does not start
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
