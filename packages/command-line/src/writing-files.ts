import type { Stats } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { AppError } from '@guidepost/service-kit';

const REASONS: Record<string, string> = {
  ENOENT: 'the folder does not exist',
  ENOSPC: 'the disk is full',
};

/**
 * Refuses to overwrite a path, or, with `force`, to replace something of another kind (`/dev/null` by a file).
 * @throws AppError `conflict`
 */
export async function refuseExisting(path: string, kind: 'file' | 'folder', force: boolean): Promise<void> {
  const found = await lookAt(path);
  if (!found) return;
  const replaceable = kind === 'file' ? found.isFile() : found.isDirectory();
  if (force && replaceable) return;
  const reason = replaceable ? 'already exists; use --force to replace it' : 'exists and cannot be replaced';
  throw new AppError('conflict', `${path} ${reason}. Nothing was written.`);
}

/** Status of a path, without following links; undefined when it does not exist. */
export async function lookAt(path: string): Promise<Stats | undefined> {
  return lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}

/** Turns an error of the file system into an AppError `invalid`; returns any other error as it is. */
export function describeWritingFailure(error: unknown, file: string): unknown {
  const { syscall, code, path } = (error ?? {}) as NodeJS.ErrnoException;
  if (!syscall || !code || !path) return error;
  const reason = REASONS[code] ?? `it cannot be written (${code})`;
  return new AppError('invalid', `${file}: ${reason}. Nothing was written.`, { cause: error });
}
