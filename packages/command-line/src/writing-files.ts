import { randomBytes } from 'node:crypto';
import type { Dirent, Stats } from 'node:fs';
import { lstat, opendir, rename, rm } from 'node:fs/promises';
import { AppError } from '@guidepost/service-kit';

/** The file of an export, and the folder beside it; the folder is created only if there is something for it. */
export interface ExportTarget {
  file: string;
  folder: string;
}

interface ReplaceOptions {
  /** Whether an existing export is replaced. */
  force: boolean;
  /** Whether something in the folder is of an export; by default all is. A folder with other things is not replaced. */
  isOurs?: (entry: Dirent) => boolean;
}

const REASONS: Record<string, string> = {
  ENOENT: 'the folder does not exist',
  ENOTDIR: 'the folder does not exist',
  EACCES: 'permission denied',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  ENAMETOOLONG: 'the name is too long',
};

/** Errors of writing to an open file, which do not name it. */
const OF_WRITING = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/**
 * Writes to a temporary file and renames it when complete; on failure the temporary file is removed and the existing
 * one stays.
 * @throws AppError `conflict` for an existing file without `force`, or anything that is not a file; `invalid` when the
 * file system refuses
 */
export async function replaceFile(
  { file, force }: { file: string; force: boolean },
  write: (path: string) => Promise<void>,
): Promise<void> {
  const written = file + temporarySuffix();
  try {
    await refuseExisting(file, 'file', force);
    await write(written);
    await refuseExisting(file, 'file', force);
    await rename(written, file);
  } catch (error) {
    throw describeWritingFailure(error, file);
  } finally {
    await discard(written);
  }
}

/**
 * Writes a file and the folder beside it under temporary names, then renames both. A failure removes what was written
 * and leaves existing ones unchanged.
 * @throws AppError `conflict` if they exist, unless `force` is set and they can be replaced; `invalid` if the file
 * system refuses
 */
export async function replaceExport<Result>(
  target: ExportTarget,
  options: ReplaceOptions,
  write: (written: ExportTarget) => Promise<Result>,
): Promise<Result> {
  const suffix = temporarySuffix();
  const written = { file: target.file + suffix, folder: target.folder + suffix };
  try {
    await refuseTarget(target, options);
    const result = await write(written);
    await refuseTarget(target, options);
    await moveIntoPlace(written, target, `${target.folder}.old${suffix}`);
    return result;
  } catch (error) {
    throw describeWritingFailure(error, target.file);
  } finally {
    await discard(written.file);
    await discard(written.folder);
  }
}

/** Removes what is there, if there can be anything. */
async function discard(path: string): Promise<void> {
  await rm(path, { force: true, recursive: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOTDIR' && error.code !== 'ENAMETOOLONG') throw error;
  });
}

function temporarySuffix(): string {
  return `.${randomBytes(6).toString('hex')}.part`;
}

async function refuseTarget(
  { file, folder }: ExportTarget,
  { force, isOurs = () => true }: ReplaceOptions,
): Promise<void> {
  await refuseExisting(file, 'file', force);
  await refuseExisting(folder, 'folder', force);
  if (!(await exists(folder))) return;
  for await (const entry of await opendir(folder)) {
    if (isOurs(entry)) continue;
    const message = `${folder} has files of something else, such as ${entry.name}. Nothing was written.`;
    throw new AppError('conflict', message);
  }
}

/** Moves the old folder aside first, because a folder cannot be renamed onto another. */
async function moveIntoPlace(written: ExportTarget, target: ExportTarget, aside: string): Promise<void> {
  const replaces = await exists(target.folder);
  if (replaces) await rename(target.folder, aside);
  try {
    if (await exists(written.folder)) await rename(written.folder, target.folder);
    await rename(written.file, target.file);
  } catch (error) {
    await rm(target.folder, { force: true, recursive: true });
    if (replaces) await rename(aside, target.folder);
    throw error;
  }
  await rm(aside, { force: true, recursive: true });
}

async function exists(path: string): Promise<boolean> {
  return (await lookAt(path)) !== undefined;
}

/**
 * Refuses to overwrite a path, or, with `force`, to replace something of another kind (`/dev/null` by a file).
 * @throws AppError `conflict`
 */
async function refuseExisting(path: string, kind: 'file' | 'folder', force: boolean): Promise<void> {
  const found = await lookAt(path);
  if (!found) return;
  const replaceable = kind === 'file' ? found.isFile() : found.isDirectory();
  if (force && replaceable) return;
  const reason = replaceable ? 'already exists; use --force to replace it' : 'exists and cannot be replaced';
  throw new AppError('conflict', `${path} ${reason}. Nothing was written.`);
}

/** Status of a path, without following links; undefined when it does not exist. */
async function lookAt(path: string): Promise<Stats | undefined> {
  return lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}

/** Turns an error of the file system into an AppError `invalid`; returns any other error as it is. */
function describeWritingFailure(error: unknown, file: string): unknown {
  const { syscall, code, path } = (error ?? {}) as NodeJS.ErrnoException;
  if (!syscall || !code || !(path || OF_WRITING.has(code))) return error;
  const reason = REASONS[code] ?? `it cannot be written (${code})`;
  return new AppError('invalid', `${file}: ${reason}. Nothing was written.`, { cause: error });
}
