import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import {
  access,
  constants,
  mkdir,
  open,
  opendir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@guidepost/service-kit';
import {
  type ByteRange,
  CLAIM,
  type FileContent,
  type FileStore,
  type ListedFile,
  type OpenFile,
} from '../file-store.ts';

/** Client disconnects, which are not disk errors. */
const SOCKET_ERRORS = new Set(['ECONNABORTED', 'ECONNRESET', 'EPIPE']);

/** Directory for files that are being written, on the same file system so that they can be renamed. */
export function incomingDirectory(directory: string): string {
  return join(directory, 'incoming');
}

/**
 * Creates a directory of files and checks that it is writable.
 * @throws AppError `invalid`: one line that begins with the variable's name
 */
export async function prepareFileDirectory(directory: string, variable: string): Promise<void> {
  const probe = join(incomingDirectory(directory), `probe-${process.pid}`);
  try {
    await mkdir(directory, { recursive: true, mode: 0o750 });
    // Not recursively, which reports a read-only file system as ENOENT.
    await mkdir(incomingDirectory(directory), { mode: 0o750 }).catch(ignoreExisting);
    await writeFile(probe, '');
    await rm(probe);
  } catch (cause) {
    // `EROFS: read-only file system, mkdir '…'`
    const [reason] = (cause as Error).message.split(',');
    throw new AppError('invalid', `${variable}: cannot write to ${directory} (${reason}).`, { cause });
  }
}

/** A directory that all instances share. */
export function createDiskStore(directory: string): FileStore {
  const pathOf = (name: string) => join(directory, name);
  return {
    kind: 'disk',
    place: directory,
    put: (name, content) => translateDiskErrors(put(directory, name, content)),
    open: (name, range) => translateDiskErrors(unlessMissing(openFile(pathOf(name), range))),
    sizeOf: (name) => translateDiskErrors(unlessMissing(stat(pathOf(name)).then(({ size }) => size))),
    delete: (name) => translateDiskErrors(rm(pathOf(name), { force: true })),
    list: () => list(directory),
    claim: (owner) => translateDiskErrors(claim(pathOf(CLAIM), owner)),
  };
}

/** Flushes a file to disk and renames it into place, atomically. */
async function put(directory: string, name: string, content: FileContent): Promise<void> {
  const path = 'path' in content ? content.path : join(incomingDirectory(directory), randomUUID());
  try {
    if (!('path' in content)) await writeFile(path, content, { flag: 'wx' });
    await flush(path);
    await rename(path, join(directory, name));
    await flush(directory);
  } catch (error) {
    if (!('path' in content)) await rm(path, { force: true });
    throw error;
  }
}

async function flush(path: string): Promise<void> {
  const handle = await open(path);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function openFile(path: string, range: ByteRange | undefined): Promise<OpenFile> {
  const handle = await open(path);
  try {
    const { size } = await handle.stat();
    return { size, stream: createReadStream(path, { fd: handle, ...range }) };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function* list(directory: string): AsyncGenerator<ListedFile> {
  for await (const entry of await opendir(directory)) {
    const found = entry.isFile() ? await unlessMissing(stat(join(directory, entry.name))) : undefined;
    if (found) yield { name: entry.name, changedAt: found.mtime };
  }
}

async function claim(path: string, owner: string): Promise<string> {
  await writeFile(path, `${owner}\n`, { flag: 'wx', mode: 0o640 }).catch(ignoreExisting);
  return (await readFile(path, 'utf8')).trim();
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}

async function unlessMissing<Value>(reading: Promise<Value>): Promise<Value | undefined> {
  try {
    return await reading;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

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

/** Whether a store answers, as far as can be told without writing to it. @param directory where uploads arrive */
export async function canStoreFiles(store: FileStore, directory?: string): Promise<boolean> {
  try {
    if (directory !== undefined) await access(incomingDirectory(directory), constants.W_OK);
    await store.sizeOf(CLAIM);
    return true;
  } catch {
    return false;
  }
}
