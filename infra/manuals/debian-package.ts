import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * A folder that comes with a Debian package: of the installed package, else the package is downloaded and unpacked
 * below `directory`, once, which needs no root.
 *
 * @param folder from the root of the file system, such as `usr/share/help`
 * @throws with one line that says what to do when neither can be had
 */
export async function findInDebianPackage(name: string, folder: string, directory: string): Promise<string> {
  const installed = join('/', folder);
  if (existsSync(installed)) return installed;
  const unpacked = join(directory, name);
  const found = join(unpacked, folder);
  if (!existsSync(found)) await download(name, unpacked);
  return found;
}

async function download(name: string, directory: string): Promise<void> {
  await mkdir(directory, { recursive: true });
  try {
    await run('apt-get', ['download', name], { cwd: directory });
    const file = (await readdir(directory)).find((entry) => entry.endsWith('.deb')) ?? '';
    await run('dpkg-deb', ['--extract', file, '.'], { cwd: directory });
  } catch (cause) {
    throw new Error(`Debian's package ${name} cannot be had here: install it, or run apt-get update.`, {
      cause,
    });
  }
}
