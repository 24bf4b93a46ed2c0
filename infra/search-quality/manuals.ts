import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { type MallardPage, mallardHtml, readMallardPage } from './mallard-page.ts';

const run = promisify(execFile);

const POSTGRESQL = 'postgresql-doc-15';
const GNOME = 'gnome-user-docs';

/** The folder of PostgreSQL's manual, installed or downloaded below `directory`. @throws with one line on what to do */
export function findPostgresqlManual(directory: string): Promise<string> {
  return findInDebianPackage(POSTGRESQL, `usr/share/doc/${POSTGRESQL}/html`, directory);
}

/**
 * GNOME's user help in a language, converted to HTML files below `directory`; file names do not depend on the language.
 * @param language as named in the package, such as `sv`
 * @throws with one line on what to do if the package is not available
 */
export async function findGnomeHelp(directory: string, language: string): Promise<string> {
  const source = await findInDebianPackage(GNOME, `usr/share/help/${language}/gnome-help`, directory);
  const target = join(directory, `gnome-help-${language}`);
  const pages = await readPages(source);
  const titles = new Map(pages.map(({ id, title }) => [id, title]));
  await mkdir(target, { recursive: true });
  for (const page of pages) {
    const listed = pages.filter(({ listedBy }) => listedBy.includes(page.id));
    await writeFile(join(target, `${page.id}.html`), mallardHtml(page, listed, titles));
  }
  return target;
}

async function readPages(directory: string): Promise<MallardPage[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.page')).sort();
  const read = async (name: string) => readMallardPage(await readFile(join(directory, name), 'utf8'));
  const pages = await Promise.all(names.map(read));
  return pages.map((page, index) => ({ ...page, id: page.id || basename(names[index] ?? '', '.page') }));
}

/** A folder of a Debian package, installed or else downloaded once and unpacked below `directory`, without root. */
async function findInDebianPackage(name: string, folder: string, directory: string): Promise<string> {
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
