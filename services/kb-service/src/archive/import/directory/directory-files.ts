import { readdir, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { unreadable } from '../../../files/read-source-file.ts';
import { isCategoryFile, isIndex, kindOfFile } from './paths.ts';

/** The files of a directory. Paths are from its top, with `/`. */
export interface DirectoryFiles {
  /** HTML and Markdown in reading order: a folder's index, its files, its folders. */
  guides: string[];
  /** Files with what a folder says of itself. */
  categories: string[];
  /** Files of other kinds. */
  others: string[];
  /** Links that lead elsewhere or nowhere. */
  foreign: number;
}

/** `chapter-2` before `chapter-10`. */
const collator = new Intl.Collator('en', { numeric: true });

/**
 * Finds the files to import, folder by folder. Hidden ones are not looked at, nor are links that lead out of
 * the directory or to a folder, whose files have a path of their own.
 *
 * @param root without links in it
 * @throws AppError `invalid` when a folder cannot be read
 */
export async function findFiles(root: string): Promise<DirectoryFiles> {
  const found: DirectoryFiles = { guides: [], categories: [], others: [], foreign: 0 };
  await visitFolder(root, '', found);
  return found;
}

async function visitFolder(root: string, folder: string, found: DirectoryFiles): Promise<void> {
  const { files, folders, foreign } = await readFolder(root, folder);
  for (const path of files) listFor(path, found).push(path);
  found.foreign += foreign;
  for (const path of folders) await visitFolder(root, path, found);
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

/** Whether there is a file at a path, or a link that leads to one without leaving the directory. */
export async function isFileInside(root: string, path: string): Promise<boolean> {
  try {
    const target = await realpath(join(root, path));
    return target.startsWith(root + sep) && (await stat(target)).isFile();
  } catch {
    return false; // leads nowhere
  }
}

/** The order in which folders are visited: each before those in it, by their names. */
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

/** Equal for the collator is not the same for a file system. */
function comparePaths(a: string, b: string): number {
  return collator.compare(a, b) || (a < b ? -1 : 1);
}
