import { createHash } from 'node:crypto';
import { mkdir, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';

/** Everything on disk that belongs to one cluster; all but the data itself lies beside it. */
export interface Locations {
  data: string;
  /** Where initdb works; renamed to `data` once it is complete. */
  unfinished: string;
  log: string;
  lock: string;
  /** The 0700 folder of the Unix socket. */
  socketFolder: string;
}

/** The port only names the socket file: the server never listens on the network. */
export const PORT = 5432;

// sun_path holds 104 bytes on macOS and 108 on Linux, the closing zero included.
const LONGEST_SOCKET_PATH = 103;

/** Where the cluster of `directory` keeps its things. Makes the folder above it; symbolic links are resolved. */
export async function locate(directory: string): Promise<Locations> {
  const parent = dirname(resolve(directory));
  await mkdir(parent, { recursive: true });
  const data = join(await realpath(parent), basename(directory));
  return {
    data,
    unfinished: `${data}.unfinished`,
    log: `${data}.log`,
    lock: `${data}.lock`,
    socketFolder: socketFolderFor(data),
  };
}

/** The name of the socket that PostgreSQL makes in its folder. */
export function socketFile(folder: string): string {
  return join(folder, `.s.PGSQL.${PORT}`);
}

// A path too long for a socket is replaced by one that every process can work out again.
function socketFolderFor(data: string): string {
  const name = `guidepost-${createHash('sha256').update(data).digest('hex').slice(0, 16)}`;
  const candidates = [`${data}.socket`, join(tmpdir(), name)];
  return (
    candidates.find((folder) => Buffer.byteLength(socketFile(folder)) <= LONGEST_SOCKET_PATH) ??
    join('/tmp', name)
  );
}
