import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { unreadable } from '@guidepost/service-kit';

/** The folder of files that people have uploaded to WordPress, `wp-content/uploads`. */
export interface Uploads {
  path: string;
  /** Relative to the folder, with `/`. */
  fileNames(): string[];
  /** The file that an address below the folder means: of a smaller copy, the original. */
  fileOf(name: string): string | undefined;
}

/** `photo-300x200.jpg` is made of `photo.jpg`, and `photo-scaled.jpg` of a larger one. */
const COPY = /-(?:\d{1,5}x\d{1,5}|scaled)(?=\.[A-Za-z0-9]{1,5}$)/;

/** @param folder undefined: nothing was given @throws AppError `invalid` if it cannot be read */
export async function openUploads(folder: string | undefined): Promise<Uploads> {
  const names = new Set(folder === undefined ? [] : await listFiles(folder));
  return {
    path: folder ?? '',
    fileNames: () => [...names],
    fileOf(name) {
      const original = name.replace(COPY, '');
      return [original, name].find((one) => names.has(one));
    },
  };
}

/** Links are not followed. */
async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    throw unreadable(error, folder);
  });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/').normalize('NFC'),
    );
}
