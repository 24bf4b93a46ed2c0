import { AppError } from '@guidepost/service-kit';

/** What clients that went away leave behind. */
const OF_SOCKETS = new Set(['ECONNABORTED', 'ECONNRESET', 'EPIPE']);

/** Work with files: throws AppError `unavailable` when the disk fails, is full, or away. */
export async function onDisk<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (cause) {
    if (!isOfTheDisk(cause)) throw cause;
    throw new AppError('unavailable', 'Files cannot be reached at the moment.', { cause });
  }
}

/** Whether an error is one of the file system. */
export function isOfTheDisk(error: unknown): error is NodeJS.ErrnoException {
  const { syscall, code } = error as NodeJS.ErrnoException;
  return syscall !== undefined && !OF_SOCKETS.has(String(code));
}
