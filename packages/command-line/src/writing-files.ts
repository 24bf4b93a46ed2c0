import type { Stats } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { AppError } from '@guidepost/service-kit';

const REASONS: Record<string, string> = {
  ENOENT: 'there is no such folder',
  ENOSPC: 'the disk is full',
};

/**
 * Has nothing be overwritten by mistake. Only what is of the same kind can be replaced: root could put a file in the place
 * of `/dev/null`.
 *
 * @throws AppError `conflict` for what is there already, unless `force` is set and it can be replaced
 */
export async function refuseExisting(path: string, kind: 'file' | 'folder', force: boolean): Promise<void> {
  const found = await lookAt(path);
  if (!found) return;
  const replaceable = kind === 'file' ? found.isFile() : found.isDirectory();
  const reason = replaceable ? 'is there already; --force replaces it' : 'is there and cannot be replaced';
  if (!force || !replaceable) throw new AppError('conflict', `${path} ${reason}. Nothing was written.`);
}

/** What is there, links not followed; undefined when nothing is. */
export async function lookAt(path: string): Promise<Stats | undefined> {
  return lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}

/**
 * What the file system answered to an attempt to write a file, in a line: an AppError `invalid`. Anything else that was
 * thrown comes back as it was.
 */
export function describeWritingFailure(error: unknown, file: string): unknown {
  const { syscall, code, path } = (error ?? {}) as NodeJS.ErrnoException;
  if (!syscall || !code || !path) return error;
  const reason = REASONS[code] ?? `it cannot be written (${code})`;
  return new AppError('invalid', `${file}: ${reason}. Nothing was written.`, { cause: error });
}
