import { readdir, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { unreadable } from '@guidepost/service-kit';
import { attempt, type LeftOut, refuse } from '../problems.ts';
import { isCategoryFile, isIndex, kindOfFile } from './paths.ts';

/** Files of a directory; paths are relative to its root, with `/`. */
export interface DirectoryFiles {
  /** HTML and Markdown in reading order: index, files, folders. */
  guides: string[];
  categories: string[];
  others: string[];
  /** Symbolic links that are broken or leave the directory. */
  foreign: number;
  /** Folders of what a program makes pages from, or has made. */
  skipped: string[];
  /** Folders that cannot be read. */
  leftOut: LeftOut[];
}

/** Folders of Jekyll and npm, whose HTML and Markdown are no guides. */
const MACHINERY = /(?:^|\/)(?:_includes|_layouts|_sass|_site|_data|_plugins|node_modules)$/;

const collator = new Intl.Collator('en', { numeric: true });

/**
 * Finds the files to import. Skips hidden files, machinery, and symbolic links that leave the directory or lead to a
 * folder.
 * @param root without symbolic links
 * @throws AppError `invalid` if the root cannot be read
 */
export async function findFiles(root: string): Promise<DirectoryFiles> {
  const found: DirectoryFiles = {
    guides: [],
    categories: [],
    others: [],
    foreign: 0,
    skipped: [],
    leftOut: [],
  };
  await visitFolder(root, '', found);
  refuse(found.leftOut.filter(({ place }) => place === '').flatMap(({ problems }) => problems));
  return found;
}

async function visitFolder(root: string, folder: string, found: DirectoryFiles): Promise<void> {
  const read = await attempt({ place: folder, slugs: undefined }, () => readFolder(root, folder));
  if ('leftOut' in read) {
    found.leftOut.push(read.leftOut);
    return;
  }
  const { files, folders, foreign } = read.result;
  for (const path of files) listFor(path, found).push(path);
  found.foreign += foreign;
  for (const path of folders) {
    if (MACHINERY.test(path)) found.skipped.push(path);
    else await visitFolder(root, path, found);
  }
}

function listFor(path: string, { guides, categories, others }: DirectoryFiles): string[] {
  if (kindOfFile(path)) return guides;
  return isCategoryFile(path) ? categories : others;
}

async function readFolder(root: string, folder: string) {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch((error: unknown) => {
    throw unreadable(error, folder || root);
  });
  const files: string[] = [];
  const folders: string[] = [];
  let foreign = 0;
  for (const entry of entries) {
    if (entry.name.startsWith('.')) continue;
    const path = folder ? `${folder}/${entry.name}` : entry.name;
    if (entry.isDirectory()) folders.push(path);
    else if (entry.isFile() || (await isFileInside(root, path))) files.push(path);
    else foreign += 1;
  }
  return { files: files.sort(compareFiles), folders: folders.sort(comparePaths), foreign };
}

/** Whether a file exists at a path, possibly behind a symbolic link that stays in the directory. */
export async function isFileInside(root: string, path: string): Promise<boolean> {
  try {
    const target = await realpath(join(root, path));
    return target.startsWith(root + sep) && (await stat(target)).isFile();
  } catch {
    return false; // a broken link
  }
}

/** Orders folders by name, each before its subfolders. */
export function compareFolders(a: string, b: string): number {
  const [left, right] = [a.split('/'), b.split('/')];
  const index = left.findIndex((step, depth) => step !== right[depth]);
  const [step, other] = [left[index], right[index]];
  if (step === undefined || other === undefined) return left.length - right.length;
  return comparePaths(step, other);
}

function compareFiles(a: string, b: string): number {
  return Number(isIndex(b)) - Number(isIndex(a)) || comparePaths(a, b);
}

/** Breaks ties: names that are equal for the collator may differ on the file system. */
function comparePaths(a: string, b: string): number {
  return collator.compare(a, b) || (a < b ? -1 : 1);
}
