import { readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@guidepost/service-kit';
import { hasCode } from '@guidepost/service-kit/embedded';

/**
 * Drops the data of another version, on which Meilisearch would not start: services notice that their index is gone and
 * fill it again. Resolves with that version; undefined when the data can stay or there are none.
 * @throws AppError `unavailable` when the folder holds something else
 */
export async function dropOtherVersion(data: string, version: string): Promise<string | undefined> {
  // Moved aside first, so that what is left of an interrupted removal does not look like data.
  const aside = `${data}.dropped`;
  await rm(aside, { recursive: true, force: true });
  const held = await heldVersion(data);
  if (held === undefined || held === version) return undefined;
  await rename(data, aside);
  await rm(aside, { recursive: true });
  return held;
}

async function heldVersion(data: string): Promise<string | undefined> {
  const entries = await entriesOf(data);
  if (entries.includes('VERSION')) return (await readFile(join(data, 'VERSION'), 'utf8')).trim();
  if (entries.length === 0) return undefined;
  throw new AppError('unavailable', `${data} is not empty and holds no Meilisearch data: move it away.`);
}

async function entriesOf(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  }
}
