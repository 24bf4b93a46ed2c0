import { AppError } from '../errors/app-error.ts';
import { hasCode } from './error-codes.ts';

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
