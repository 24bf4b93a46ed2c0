import { AppError } from '@guidepost/service-kit';

/** Client disconnects, which are not disk errors. */
const OF_SOCKETS = new Set(['ECONNABORTED', 'ECONNRESET', 'EPIPE']);

/** Runs file operations. @throws AppError `unavailable` when the disk fails, is full or missing */
export async function onDisk<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (cause) {
    if (!isOfTheDisk(cause)) throw cause;
    throw new AppError('unavailable', 'File storage is unavailable.', { cause });
  }
}

export function isOfTheDisk(error: unknown): error is NodeJS.ErrnoException {
  const { syscall, code } = error as NodeJS.ErrnoException;
  return syscall !== undefined && !OF_SOCKETS.has(String(code));
}
