import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The first executable of this name on the `PATH`. */
export function findOnPath(name: string): string | undefined {
  const { PATH = '' } = process.env;
  return PATH.split(delimiter)
    .map((folder) => join(folder, name))
    .find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
