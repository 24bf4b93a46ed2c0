import { randomBytes } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import { describeWritingFailure, lookAt, refuseExisting } from '@guidepost/command-line';
import { imageFolder } from '../import/images/image-catalogue.ts';

export interface Target {
  file: string;
  /** For images; created only if there are any. */
  folder: string;
}

/**
 * Writes an export under temporary names, then renames it. A failure removes what was written and leaves existing
 * files unchanged.
 * @throws AppError `conflict` if files exist, unless `force` is set and they can be replaced; `invalid` if the file
 * system refuses
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
    await moveIntoPlace(written, target, `${target.folder}.old${suffix}`);
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

/** Moves the old folder aside first, because a folder cannot be renamed onto another. */
async function moveIntoPlace(written: Target, target: Target, aside: string): Promise<void> {
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
