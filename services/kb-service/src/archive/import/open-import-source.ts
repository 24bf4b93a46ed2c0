import { stat } from 'node:fs/promises';
import { unreadable } from '@guidepost/service-kit';
import { openDirectory } from './directory/directory-source.ts';
import { openGuideFile } from './directory/guide-file-source.ts';
import { kindOfFile } from './directory/paths.ts';
import type { ImportSource } from './import-source.ts';
import { openJsonFile } from './json/json-source.ts';

/**
 * Opens a directory of HTML and Markdown files, one such file, or a JSON file.
 * @param now decides about dates of publication
 * @throws AppError `invalid` for anything else
 */
export async function openImportSource(path: string, now = new Date()): Promise<ImportSource> {
  const found = await stat(path).catch((error: unknown) => {
    throw unreadable(error, path);
  });
  if (found.isDirectory()) return openDirectory(path, now);
  return kindOfFile(path) ? openGuideFile(path, now) : openJsonFile(path, now);
}
