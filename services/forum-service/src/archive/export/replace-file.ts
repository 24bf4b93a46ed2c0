import { randomBytes } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import { describeWritingFailure, refuseExisting } from '@guidepost/command-line';

/**
 * Writes to a temporary file and renames it when complete; on failure the temporary file is removed and the existing one
 * stays.
 * @throws AppError `conflict` for an existing file without `force`, or anything that is not a file; `invalid` when the
 * file system refuses
 */
export async function replaceFile(
  { file, force }: { file: string; force: boolean },
  write: (path: string) => Promise<void>,
): Promise<void> {
  const written = `${file}.${randomBytes(6).toString('hex')}.part`;
  try {
    await refuseExisting(file, 'file', force);
    await write(written);
    await refuseExisting(file, 'file', force);
    await rename(written, file);
  } catch (error) {
    throw describeWritingFailure(error, file);
  } finally {
    await rm(written, { force: true });
  }
}
