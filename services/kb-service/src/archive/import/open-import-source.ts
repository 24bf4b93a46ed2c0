import { stat } from 'node:fs/promises';
import { readFetchState } from '@guidepost/fetch';
import { AppError, unreadable } from '@guidepost/service-kit';
import { openDirectory } from './directory/directory-source.ts';
import { openGuideFile } from './directory/guide-file-source.ts';
import { kindOfFile } from './directory/paths.ts';
import { openFetchedCentre } from './fetched/fetched-source.ts';
import type { ImportSource } from './import-source.ts';
import { openJsonFile } from './json/json-source.ts';

/**
 * Opens a folder of `kb fetch`, a directory of HTML and Markdown files, one such file, or a JSON file.
 * @param now decides about dates of publication
 * @param options `locale` chooses a translation of a fetched help centre
 * @throws AppError `invalid` for anything else
 */
export async function openImportSource(
  path: string,
  now = new Date(),
  { locale }: { locale?: string | undefined } = {},
): Promise<ImportSource> {
  const found = await stat(path).catch((error: unknown) => {
    throw unreadable(error, path);
  });
  const isFetched = found.isDirectory() && (await readFetchState(path)) !== undefined;
  if (locale !== undefined && !isFetched)
    throw new AppError('invalid', '--locale requires a folder of kb fetch.');
  if (isFetched) return openFetchedCentre(path, { locale, now });
  if (found.isDirectory()) return openDirectory(path, now);
  return kindOfFile(path) ? openGuideFile(path, now) : openJsonFile(path, now);
}
