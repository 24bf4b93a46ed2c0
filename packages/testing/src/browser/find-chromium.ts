import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];

/**
 * The program that browser tests drive: what `CHROMIUM` names, else the first of the usual names on the `PATH`.
 * Without one `jest.config.mjs`, which is why nothing of ours is imported here, leaves these tests out.
 */
export function findChromium(): string | undefined {
  const { CHROMIUM, PATH = '' } = process.env;
  const onPath = NAMES.flatMap((name) => PATH.split(delimiter).map((folder) => join(folder, name)));
  return CHROMIUM || onPath.find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
