import { mkdir, open, opendir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@guidepost/service-kit';
import { type FileName, formatFileName, parseFileName } from './file-name.ts';

/** A file in the directory of files, which all instances share. */
export interface StoredName extends FileName {
  forumId: number;
}

const STORED = /^(\d{1,16})-(.*)$/;

/** Where files are until it is known what they are; on the same file system, so that they need not be copied. */
export function incomingDirectory(directory: string): string {
  return join(directory, 'incoming');
}

/** What a file is called in the directory. The ending is for people who look into it. */
export function storedName(name: StoredName): string {
  return `${name.forumId}-${formatFileName(name)}`;
}

/** The same the other way round; undefined for what somebody else has put there. */
export function parseStoredName(name: string): StoredName | undefined {
  const [, forumId, rest = ''] = STORED.exec(name) ?? [];
  const parsed = parseFileName(rest);
  return parsed && { forumId: Number(forumId), ...parsed };
}

/**
 * Makes the directory, and makes sure that files can be written there.
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
    throw new AppError(
      'invalid',
      `FORUM_FILES_DIRECTORY: files cannot be written to ${directory}: ${reason}`,
      {
        cause,
      },
    );
  }
}

/** Gives a file its place and its name, at once or not at all, and when it is on the disk. */
export async function keepBytes(directory: string, path: string, name: StoredName): Promise<void> {
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

/** Deletes what is kept of a file, if anything is. */
export function deleteBytes(directory: string, name: StoredName): Promise<void> {
  return rm(join(directory, storedName(name)), { force: true });
}

/** The names of all files that are in a directory. */
export async function* namesIn(directory: string): AsyncGenerator<string> {
  for await (const entry of await opendir(directory)) if (entry.isFile()) yield entry.name;
}
