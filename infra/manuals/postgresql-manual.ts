import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const PACKAGE = 'postgresql-doc-15';
const PAGES = `usr/share/doc/${PACKAGE}/html`;

/**
 * The folder of PostgreSQL's manual: that of the installed Debian package, else the package is downloaded and
 * unpacked below `directory`, once, which needs no root.
 *
 * @throws with one line that says what to do when neither can be had
 */
export async function findPostgresqlManual(directory: string): Promise<string> {
  const installed = join('/', PAGES);
  if (existsSync(installed)) return installed;
  const unpacked = join(directory, PACKAGE);
  const pages = join(unpacked, PAGES);
  if (!existsSync(pages)) await download(unpacked);
  return pages;
}

async function download(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true });
  try {
    await run('apt-get', ['download', PACKAGE], { cwd: directory });
    const file = (await readdir(directory)).find((name) => name.endsWith('.deb')) ?? '';
    await run('dpkg-deb', ['--extract', file, '.'], { cwd: directory });
  } catch (cause) {
    throw new Error(`Debian's package ${PACKAGE} cannot be had here: install it, or run apt-get update.`, {
      cause,
    });
  }
}
