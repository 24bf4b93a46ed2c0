import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * A folder of a Debian package, installed or else downloaded once and unpacked below `directory`, without root.
 * @param folder from the root of the file system, such as `usr/share/help`
 * @throws with one line on what to do
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
    throw new Error(`Debian's package ${name} is not available here: install it, or run apt-get update.`, {
      cause,
    });
  }
}
