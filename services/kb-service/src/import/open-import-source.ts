import { stat } from 'node:fs/promises';
import { openDirectory } from './directory/directory-source.ts';
import type { ImportSource } from './import-source.ts';
import { openJsonFile } from './json/json-source.ts';
import { unreadable } from './text/read-source-file.ts';

/**
 * Opens what a person named: a directory of HTML and Markdown files or a file with our JSON.
 *
 * @throws AppError `invalid` when it is neither
 */
export async function openImportSource(path: string): Promise<ImportSource> {
  const found = await stat(path).catch((error: unknown) => {
    throw unreadable(error, path);
  });
  return found.isDirectory() ? openDirectory(path) : openJsonFile(path);
}
