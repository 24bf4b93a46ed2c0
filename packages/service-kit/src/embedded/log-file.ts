import { type FileHandle, open } from 'node:fs/promises';

const LARGEST_LOG_BYTES = 10_000_000;

/** Opens the file that a program's log goes to, at its end; one that has become too long begins anew. */
export async function openLog(file: string): Promise<FileHandle> {
  const log = await open(file, 'a', 0o600);
  if ((await log.stat()).size > LARGEST_LOG_BYTES) await log.truncate();
  return log;
}
