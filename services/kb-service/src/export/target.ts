import { randomBytes } from 'node:crypto';
import type { Stats } from 'node:fs';
import { lstat, rename, rm } from 'node:fs/promises';
import { AppError } from '@guidepost/service-kit';
import { imageFolder } from '../import/images/image-folder.ts';

/** Where an export goes. */
export interface Target {
  file: string;
  /** Of its images; made only when there are some. */
  folder: string;
}

const REASONS: Record<string, string> = {
  ENOENT: 'there is no such folder',
  ENOSPC: 'the disk is full',
};

/**
 * Has an export written under names that nobody else uses, and gives it its own when it is complete. When anything
 * goes wrong what was written is removed, and what was there before stays.
 *
 * @throws AppError `conflict` for what is there already, unless `force` is set and it can be replaced; `invalid` when
 * the file system refuses
 */
export async function replaceExport<Result>(
  { file, force }: { file: string; force: boolean },
  write: (target: Target) => Promise<Result>,
): Promise<Result> {
  const target: Target = { file, folder: imageFolder(file) };
  const suffix = `.${randomBytes(6).toString('hex')}.part`;
  const written: Target = { file: `${target.file}${suffix}`, folder: `${target.folder}${suffix}` };
  try {
    await refuseExisting(target, force);
    const result = await write(written);
    await refuseExisting(target, force);
    await putInPlace(written, target, `${target.folder}.old${suffix}`);
    return result;
  } catch (error) {
    throw describeFailure(error, file);
  } finally {
    await rm(written.file, { force: true });
    await rm(written.folder, { force: true, recursive: true });
  }
}

/** Only a file and a folder can be replaced: root could put a file in the place of `/dev/null`. */
async function refuseExisting({ file, folder }: Target, force: boolean): Promise<void> {
  const found = { [file]: (await look(file))?.isFile(), [folder]: (await look(folder))?.isDirectory() };
  for (const [path, replaceable] of Object.entries(found)) {
    if (replaceable === undefined) continue;
    const reason = replaceable ? 'is there already; --force replaces it' : 'is there and cannot be replaced';
    if (!force || !replaceable) throw new AppError('conflict', `${path} ${reason}. Nothing was written.`);
  }
}

/** A folder cannot be renamed onto another, so the old one steps aside until all is done. */
async function putInPlace(written: Target, target: Target, aside: string): Promise<void> {
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
  return (await look(path)) !== undefined;
}

/** What is there, links not followed; undefined when nothing is. */
async function look(path: string): Promise<Stats | undefined> {
  return lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}

/** What the file system answered, in a line; anything else comes back as it was. */
function describeFailure(error: unknown, file: string): unknown {
  const { syscall, code, path } = (error ?? {}) as NodeJS.ErrnoException;
  if (!syscall || !code || !path) return error;
  const reason = REASONS[code] ?? `it cannot be written (${code})`;
  return new AppError('invalid', `${file}: ${reason}. Nothing was written.`, { cause: error });
}
