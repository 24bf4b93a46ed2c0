import { AppError } from '@guidepost/service-kit';

/** Whether the error is the system's or PostgreSQL's with one of these codes. */
export function hasCode(error: unknown, ...codes: string[]): boolean {
  // Not `instanceof Error`: an error of Node's own is none inside Jest, where tests have globals of their own.
  return typeof error === 'object' && error !== null && 'code' in error && codes.includes(String(error.code));
}

/** Reads a file or a folder; `otherwise` when there is none. */
export async function unlessMissing<Value>(reading: Promise<Value>, otherwise: Value): Promise<Value> {
  try {
    return await reading;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return otherwise;
    throw error;
  }
}

/** What a person at the terminal can do something about, in a line; any other error as it is. */
export function explainDiskError(error: unknown, directory: string): unknown {
  if (hasCode(error, 'ENOSPC')) {
    return new AppError('unavailable', `The disk that holds ${directory} is full.`);
  }
  // SQLite's is about the lock file, which it may not open or not write.
  if (hasCode(error, 'EACCES', 'EPERM', 'EROFS', 'ERR_SQLITE_ERROR')) {
    return new AppError(
      'unavailable',
      `${directory} belongs to another user: no permission to keep data there.`,
      { cause: error },
    );
  }
  return error;
}
