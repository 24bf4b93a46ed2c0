import { randomBytes } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import { describeWritingFailure, lookAt, refuseExisting } from '@guidepost/command-line';
import { imageFolder } from '../import/images/image-catalogue.ts';

/** Where an export goes. */
export interface Target {
  file: string;
  /** Of its images; made only when there are some. */
  folder: string;
}

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
    await refuseTarget(target, force);
    const result = await write(written);
    await refuseTarget(target, force);
    await putInPlace(written, target, `${target.folder}.old${suffix}`);
    return result;
  } catch (error) {
    throw describeWritingFailure(error, file);
  } finally {
    await rm(written.file, { force: true });
    await rm(written.folder, { force: true, recursive: true });
  }
}

async function refuseTarget({ file, folder }: Target, force: boolean): Promise<void> {
  await refuseExisting(file, 'file', force);
  await refuseExisting(folder, 'folder', force);
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
  return (await lookAt(path)) !== undefined;
}
