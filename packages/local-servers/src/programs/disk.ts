import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { AppError } from '@guidepost/service-kit';

/** Whether the error is the system's or PostgreSQL's, with one of these codes. */
export function hasCode(error: unknown, ...codes: string[]): boolean {
  // `instanceof Error` fails for Node's own errors inside Jest, where tests have separate globals.
  return typeof error === 'object' && error !== null && 'code' in error && codes.includes(String(error.code));
}

/** Awaits reading a file or a folder; `otherwise` if it does not exist. */
export async function unlessMissing<Value>(reading: Promise<Value>, otherwise: Value): Promise<Value> {
  try {
    return await reading;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return otherwise;
    throw error;
  }
}

/** Explains errors that users can fix in one line; returns others unchanged. */
export function explainDiskError(error: unknown, directory: string): unknown {
  if (hasCode(error, 'ENOSPC')) {
    return new AppError('unavailable', `The disk that holds ${directory} is full.`);
  }
  // SQLite cannot open or write the lock file.
  if (hasCode(error, 'EACCES', 'EPERM', 'EROFS', 'ERR_SQLITE_ERROR')) {
    return new AppError(
      'unavailable',
      `${directory} belongs to another user: no permission to keep data there.`,
      { cause: error },
    );
  }
  return error;
}

const SHARED_MEMORY = '/dev/shm';

/** Most of it is for the write-ahead log: databases are dropped after use. */
const NEEDED_BYTES = 2 ** 31;

/**
 * The folder for databases that tests create: in memory where Linux has room, since each is 300 files, which some disks
 * take half a second for.
 */
export async function roomyFolder(memory = SHARED_MEMORY, neededBytes = NEEDED_BYTES): Promise<string> {
  const space = await statfs(memory).catch(() => undefined); // macOS has none
  return space && space.bavail * space.bsize >= neededBytes ? memory : tmpdir();
}
