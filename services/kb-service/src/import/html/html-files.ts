import { readdir, realpath, stat } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { unreadable } from '../text/read-source-file.ts';

/** The HTML files of a directory. */
export interface HtmlFiles {
  /** Paths from the directory, with `/`, in reading order: a folder's index, its files, its folders. */
  paths: string[];
  /** Files of other kinds, and links that lead elsewhere. */
  ignored: number;
}

const ENDINGS = new Set(['.html', '.htm', '.xhtml']);

/** `chapter-2` before `chapter-10`. */
const collator = new Intl.Collator('en', { numeric: true });

/**
 * Finds the files to import, folder by folder. Hidden ones are not looked at, nor are links that lead out of
 * the directory or to a folder, whose files have a path of their own.
 *
 * @throws AppError `invalid` when a folder cannot be read
 */
export async function findHtmlFiles(directory: string): Promise<HtmlFiles> {
  const found: HtmlFiles = { paths: [], ignored: 0 };
  const root = await realpath(directory);
  await visitFolder(root, '', found);
  return found;
}

async function visitFolder(root: string, folder: string, found: HtmlFiles): Promise<void> {
  const { files, folders } = await readFolder(root, folder);
  for (const path of files) {
    if (ENDINGS.has(extname(path).toLowerCase())) found.paths.push(path);
    else found.ignored += 1;
  }
  for (const path of folders) await visitFolder(root, path, found);
}

async function readFolder(root: string, folder: string) {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch((error: unknown) => {
    throw unreadable(error, folder || root);
  });
  const files: string[] = [];
  const folders: string[] = [];
  for (const entry of entries) {
    if (entry.name.startsWith('.')) continue;
    const path = folder ? `${folder}/${entry.name}` : entry.name;
    if (entry.isDirectory()) folders.push(path);
    else if (entry.isFile()) files.push(path);
    else files.push((await leadsToFileInside(root, path)) ? path : `${path}.ignored`);
  }
  return { files: files.sort(compareFiles), folders: folders.sort(comparePaths) };
}

async function leadsToFileInside(root: string, path: string): Promise<boolean> {
  try {
    const target = await realpath(join(root, path));
    return target.startsWith(root + sep) && (await stat(target)).isFile();
  } catch {
    return false; // leads nowhere
  }
}

function compareFiles(a: string, b: string): number {
  return Number(isIndex(b)) - Number(isIndex(a)) || comparePaths(a, b);
}

/** Equal for the collator is not the same for a file system. */
function comparePaths(a: string, b: string): number {
  return collator.compare(a, b) || (a < b ? -1 : 1);
}

/** Whether it stands for its folder: `install/index.html`. */
export function isIndex(path: string): boolean {
  return /(?:^|\/)index\.(?:html|htm|xhtml)$/i.test(path);
}
