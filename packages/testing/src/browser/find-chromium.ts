import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];

/**
 * The browser for tests: `CHROMIUM`, else the first usual name on the `PATH`. `jest.config.mjs` skips browser tests
 * without one, so this module imports none of ours.
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
