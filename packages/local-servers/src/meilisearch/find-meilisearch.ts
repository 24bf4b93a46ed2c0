import { accessSync, constants } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';

/**
 * The Meilisearch program: `MEILISEARCH`, else the first `meilisearch` on the `PATH`. `jest.config.mjs` skips its tests
 * without one, so this module imports none of ours.
 */
export function findMeilisearch(): string | undefined {
  const { MEILISEARCH, PATH = '' } = process.env;
  const onPath = PATH.split(delimiter).map((folder) => join(folder, 'meilisearch'));
  const found = MEILISEARCH || onPath.find(isExecutable);
  return found && resolve(found);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
