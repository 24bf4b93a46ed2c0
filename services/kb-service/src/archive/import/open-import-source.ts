import { stat } from 'node:fs/promises';
import { unreadable } from '@guidepost/service-kit';
import { openDirectory } from './directory/directory-source.ts';
import { openGuideFile } from './directory/guide-file-source.ts';
import { kindOfFile } from './directory/paths.ts';
import type { ImportSource } from './import-source.ts';
import { openJsonFile } from './json/json-source.ts';

/**
 * Opens a directory of HTML and Markdown files, one such file, or a JSON file.
 * @throws AppError `invalid` for anything else
 */
export async function openImportSource(path: string): Promise<ImportSource> {
  const found = await stat(path).catch((error: unknown) => {
    throw unreadable(error, path);
  });
  if (found.isDirectory()) return openDirectory(path);
  return kindOfFile(path) ? openGuideFile(path) : openJsonFile(path);
}
