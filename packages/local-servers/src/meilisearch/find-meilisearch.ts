import { accessSync, constants } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';

/**
 * The program that search can run on: what `MEILISEARCH` names, else the first `meilisearch` on the `PATH`.
 * Without one `jest.config.mjs`, which is why nothing of ours is imported here, leaves its tests out.
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
