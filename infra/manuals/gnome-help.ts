import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { findInDebianPackage } from './debian-package.ts';
import { type MallardPage, mallardHtml, readMallardPage } from './mallard-page.ts';

const PACKAGE = 'gnome-user-docs';

/**
 * GNOME's user help in a language, converted to HTML files below `directory`; file names do not depend on the language.
 * @param language as named in the package, such as `sv`
 * @throws with one line on what to do if the package is not available
 */
export async function findGnomeHelp(directory: string, language: string): Promise<string> {
  const source = await findInDebianPackage(PACKAGE, `usr/share/help/${language}/gnome-help`, directory);
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
