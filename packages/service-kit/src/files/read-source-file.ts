import { readFile } from 'node:fs/promises';
import { AppError } from '../errors/app-error.ts';

/** @throws AppError `invalid` with a message of one line */
export async function readSourceFile(path: string, place: string): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch (error) {
    throw unreadable(error, place);
  }
}

/** Turns a file system error into a message of one line; returns other errors unchanged. */
export function unreadable(error: unknown, place: string): unknown {
  if (!(error instanceof Error && 'code' in error)) return error;
  const reason = error.code === 'ENOENT' ? 'there is no such file' : `cannot be read (${error.code})`;
  return new AppError('invalid', `${place}: ${reason}`, { cause: error });
}
