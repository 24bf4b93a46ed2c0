import { AppError } from '@guidepost/service-kit';
import type { SourceCategory } from '../import-source.ts';
import { createProblems, type Problems } from '../problems.ts';
import { slugFrom } from '../text/slug.ts';
import { isIndex } from './html-files.ts';

/** A directory as a set of guides and categories: what each path is called. */
export interface Site {
  categories: SourceCategory[];
  /** By path. */
  guideSlugs: Map<string, string>;
  /** By folder; none for the top. */
  categorySlugs: Map<string, string>;
}

/**
 * Names everything by its whole path, so that a guide's identity never depends on which other files exist.
 *
 * @throws AppError `invalid` naming both files where two would have one slug
 */
export function createSite(paths: string[]): Site {
  const problems = createProblems();
  const guideSlugs = nameAll(paths, guideSlug, problems);
  const folders = foldersOf(paths);
  const categorySlugs = nameAll(folders, slugFrom, problems);
  problems.throwIfAny();
  const categories = folders.map((folder, index) => describeCategory(folder, index, categorySlugs));
  return { categories, guideSlugs, categorySlugs };
}

/** `install/linux.html` → `install-linux`, `install/index.html` → `install`, `index.html` → `index`. */
function guideSlug(path: string): string {
  const withoutEnding = path.replace(/\.[^./]+$/, '');
  const folder = folderOf(path);
  return slugFrom(isIndex(path) && folder ? folder : withoutEnding);
}

function nameAll(paths: string[], name: (path: string) => string, problems: Problems): Map<string, string> {
  const byPath = new Map<string, string>();
  const bySlug = new Map<string, string>();
  for (const path of paths) {
    const slug = name(path);
    const other = bySlug.get(slug);
    if (!slug) problems.add(`${path}: the name holds neither letter nor digit to make a slug of`);
    else if (other) problems.add(`${other} and ${path} have the same slug, ${slug}`);
    bySlug.set(slug, path);
    byPath.set(path, slug);
  }
  return byPath;
}

/** Every folder with guides in or below it, each after the one that it is in. */
function foldersOf(paths: string[]): string[] {
  const folders = new Set<string>();
  for (const path of paths) {
    const steps = path.split('/').slice(0, -1);
    for (const index of steps.keys()) folders.add(steps.slice(0, index + 1).join('/'));
  }
  return [...folders];
}

function describeCategory(folder: string, index: number, slugs: Map<string, string>): SourceCategory {
  const slug = slugs.get(folder);
  if (!slug) throw new AppError('internal', 'A folder has no slug.');
  const name = nameOfFolder(folder);
  const parent = slugs.get(folderOf(folder));
  return { slug, name, multipleGuidesName: name, position: index + 1, parent, place: folder };
}

/** `getting-started` → `Getting started` */
function nameOfFolder(folder: string): string {
  const last = folder.slice(folder.lastIndexOf('/') + 1).normalize('NFC');
  const words = last.replace(/[-_]+/g, ' ').trim() || last;
  const [first = '', ...rest] = words;
  return Array.from([first.toUpperCase(), ...rest])
    .slice(0, 200)
    .join('');
}

/** The folder of a path; empty at the top. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('/'), 0));
}
