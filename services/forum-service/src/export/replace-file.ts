import { randomBytes } from 'node:crypto';
import { lstat, rename, rm } from 'node:fs/promises';
import { AppError } from '@guidepost/service-kit';

const REASONS: Record<string, string> = {
  ENOENT: 'there is no such folder',
  ENOSPC: 'the disk is full',
};

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
    await refuseExisting(file, force);
    await write(written);
    await refuseExisting(file, force);
    await rename(written, file);
  } catch (error) {
    throw describeFailure(error, file);
  } finally {
    await rm(written, { force: true });
  }
}

/** Only a file can be replaced: root could put one in the place of `/dev/null`. */
async function refuseExisting(file: string, force: boolean): Promise<void> {
  const found = await lstat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  if (!found) return;
  const reason = found.isFile() ? 'is there already; --force replaces it' : 'is there and cannot be replaced';
  if (!force || !found.isFile()) throw new AppError('conflict', `${file} ${reason}. Nothing was written.`);
}

/** What the file system answered, in a line; anything else comes back as it was. */
function describeFailure(error: unknown, file: string): unknown {
  const { syscall, code, path } = (error ?? {}) as NodeJS.ErrnoException;
  if (!syscall || !code || !path) return error;
  const reason = REASONS[code] ?? `it cannot be written (${code})`;
  return new AppError('invalid', `${file}: ${reason}. Nothing was written.`, { cause: error });
}
