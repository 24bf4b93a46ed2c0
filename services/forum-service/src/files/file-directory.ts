import { access, constants, mkdir, open, opendir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@guidepost/service-kit';
import { type FileName, formatFileName, parseFileName } from './file-name.ts';

/** A file in the directory that all instances share. */
export interface StoredName extends FileName {
  forumId: number;
}

const STORED = /^(\d{1,16})-(.*)$/;

/** Directory for uploads in progress, on the same file system so that they can be renamed. */
export function incomingDirectory(directory: string): string {
  return join(directory, 'incoming');
}

/** The file's name on disk. The ending is for people who browse the directory. */
export function storedName(name: StoredName): string {
  return `${name.forumId}-${formatFileName(name)}`;
}

/** The reverse; undefined for names that are not ours. */
export function parseStoredName(name: string): StoredName | undefined {
  const [, forumId, rest = ''] = STORED.exec(name) ?? [];
  const parsed = parseFileName(rest);
  return parsed && { forumId: Number(forumId), ...parsed };
}

/**
 * Creates the directory and checks that it is writable.
 * @throws AppError `invalid`: one line that begins with the variable's name
 */
export async function prepareFileDirectory(directory: string): Promise<void> {
  const probe = join(incomingDirectory(directory), `probe-${process.pid}`);
  try {
    await mkdir(incomingDirectory(directory), { recursive: true, mode: 0o750 });
    await writeFile(probe, '');
    await rm(probe);
  } catch (cause) {
    const reason = (cause as NodeJS.ErrnoException).code;
    throw new AppError('invalid', `FORUM_FILES_DIRECTORY: cannot write to ${directory}: ${reason}`, {
      cause,
    });
  }
}

/** Whether uploads can be stored at the moment, as far as can be told without one. */
export function canStoreFiles(directory: string): Promise<boolean> {
  return access(incomingDirectory(directory), constants.W_OK).then(
    () => true,
    () => false,
  );
}

/** Flushes a file to disk and renames it into place, atomically. */
export async function storeBytes(directory: string, path: string, name: StoredName): Promise<void> {
  await flush(path);
  await rename(path, join(directory, storedName(name)));
  await flush(directory);
}

async function flush(path: string): Promise<void> {
  const handle = await open(path);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export function deleteBytes(directory: string, name: StoredName): Promise<void> {
  return rm(join(directory, storedName(name)), { force: true });
}

export async function* namesIn(directory: string): AsyncGenerator<string> {
  for await (const entry of await opendir(directory)) if (entry.isFile()) yield entry.name;
}
