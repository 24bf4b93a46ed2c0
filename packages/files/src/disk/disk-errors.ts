import { AppError } from '@guidepost/service-kit';

/** Client disconnects, which are not disk errors. */
const SOCKET_ERRORS = new Set(['ECONNABORTED', 'ECONNRESET', 'EPIPE']);

/** Awaits file operations. @throws AppError `unavailable` when the disk fails, is full or missing */
export async function translateDiskErrors<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (cause) {
    if (!isFileSystemError(cause)) throw cause;
    throw new AppError('unavailable', 'File storage is unavailable.', { cause });
  }
}

export function isFileSystemError(error: unknown): error is NodeJS.ErrnoException {
  const { syscall, code } = error as NodeJS.ErrnoException;
  return syscall !== undefined && !SOCKET_ERRORS.has(String(code));
}
