import { randomBytes } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import { describeWritingFailure, refuseExisting } from '@guidepost/command-line';

/**
 * Has a file written under a name that nobody else uses, and gives it its own when it is complete. When anything goes
 * wrong what was written is removed, and what was there before stays.
 *
 * @throws AppError `conflict` for what is there already, unless `force` is set and it is a file; `invalid` when the file
 * system refuses
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
