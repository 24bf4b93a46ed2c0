import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A file that a post shows. */
export interface ArchivedFile {
  /** Relative to the archive. */
  path: string;
  /** As its author called it. */
  name: string;
  /** Those that it had there: `discourse:upload:` and its hash for all spellings of it. */
  addresses?: string[];
}

/** The folder beside the archives. */
export const FILES = 'archive-files';

/** Files of one post. */
const MOST_FILES = 100;

/** The files of one post, each once. */
export interface FilesOfPost {
  /** @returns the path that the text has in place of an address; undefined if the post has too many */
  add(file: ArchivedFile): string | undefined;
  list(): ArchivedFile[];
}

export function createFilesOfPost(): FilesOfPost {
  const used = new Map<string, ArchivedFile>();
  return {
    add(file) {
      if (used.size >= MOST_FILES && !used.has(file.path)) return undefined;
      used.set(file.path, file);
      return file.path;
    },
    list: () => [...used.values()],
  };
}

/** Copies files of a fetched forum. @param wanted their names there, with their paths in the other folder */
export async function copyFiles(
  folder: string,
  { wanted, to }: { wanted: ReadonlyMap<string, string>; to: string },
): Promise<void> {
  for (const [name, saved] of wanted) await copyFile(join(folder, 'files', name), join(to, saved));
}
