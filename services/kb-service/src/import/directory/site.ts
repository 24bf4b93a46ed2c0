import { AppError } from '@guidepost/service-kit';
import type { SourceCategory } from '../import-source.ts';
import { createProblems, type Problems } from '../problems.ts';
import { slugFrom } from '../text/slug.ts';
import { foldWhiteSpace } from '../text/white-space.ts';
import { folderOf, isIndex } from './paths.ts';

/** A file to make a guide of, with what it says about its own place. */
export interface GuideFile {
  path: string;
  /** Instead of the one that is made of the path. */
  slug?: string | undefined;
  /** Instead of its folder. */
  categories?: NamedCategory[] | undefined;
}

/** A category as a guide names it: `getting-started` or `Getting started`. */
export interface NamedCategory {
  slug: string;
  name: string;
}

/** A directory as a set of guides and categories: what each path is called. */
export interface Site {
  categories: SourceCategory[];
  /** By path. */
  guideSlugs: Map<string, string>;
  /** The slugs of a guide's categories, by path. */
  placesOf(path: string): string[];
}

/**
 * Names everything by its whole path, so that a guide's identity never depends on which other files exist.
 *
 * @throws AppError `invalid` naming both files where two would have one slug
 */
export function createSite(files: GuideFile[]): Site {
  const problems = createProblems();
  const own = new Map(files.map((file) => [file.path, file]));
  const guideSlugs = nameAll([...own.keys()], (path) => own.get(path)?.slug ?? guideSlug(path), problems);
  const folders = foldersOf(files.filter(({ categories }) => !categories).map(({ path }) => path));
  const folderSlugs = nameAll(folders, slugFrom, problems);
  problems.throwIfAny();
  const categories = folders.map((folder, index) => describeFolder(folder, index, folderSlugs));
  return {
    categories: [...categories, ...namedCategories(files, categories)],
    guideSlugs,
    placesOf(path) {
      const named = own.get(path)?.categories;
      if (named) return named.map(({ slug }) => slug);
      const folder = folderSlugs.get(folderOf(path));
      return folder ? [folder] : [];
    },
  };
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

function describeFolder(folder: string, index: number, slugs: Map<string, string>): SourceCategory {
  const slug = slugs.get(folder);
  if (!slug) throw new AppError('internal', 'A folder has no slug.');
  const name = nameOfFolder(folder);
  const parent = slugs.get(folderOf(folder));
  return { slug, name, multipleGuidesName: name, position: index + 1, parent, place: folder };
}

/** The categories that guides name and that no folder is; what they are called is not for a guide to change. */
function namedCategories(files: GuideFile[], folders: SourceCategory[]): SourceCategory[] {
  const known = new Set(folders.map(({ slug }) => slug));
  const named: SourceCategory[] = [];
  for (const { path, categories = [] } of files) {
    for (const { slug, name } of categories) {
      if (known.has(slug)) continue;
      known.add(slug);
      const position = folders.length + named.length + 1;
      named.push({
        slug,
        name,
        multipleGuidesName: name,
        position,
        parent: undefined,
        place: path,
        onlyNew: true,
      });
    }
  }
  return named;
}

/** `getting-started` → `Getting started` */
function nameOfFolder(folder: string): string {
  const last = foldWhiteSpace(folder.slice(folder.lastIndexOf('/') + 1).normalize('NFC'));
  const words = foldWhiteSpace(last.replace(/[-_]+/g, ' ')) || last;
  const [first = '', ...rest] = words;
  return Array.from([first.toUpperCase(), ...rest])
    .slice(0, 200)
    .join('')
    .trim();
}
