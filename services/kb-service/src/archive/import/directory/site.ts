import { slugFrom } from '../../../model/slug.ts';
import type { SourceCategory, SourcePlace } from '../import-source.ts';
import type { LeftOut } from '../problems.ts';
import type { CategoryFile } from './category-files.ts';
import { compareFolders } from './directory-files.ts';
import type { GuideFile } from './guide-files.ts';
import { folderOf, isSectionFile, nameOf, shortName, slugOfPath, withoutPageIds } from './paths.ts';

export interface Site {
  categories: SourceCategory[];
  guideSlugs: Map<string, string>;
  placesOf(path: string): SourcePlace[];
  fileAt(path: string): GuideFile;
  /** Files without a slug of their own, and those that are left out anyway. */
  leftOut: LeftOut[];
  /** Folders that are no category of their own. */
  remarks: string[];
}

/**
 * Derives slugs from whole paths, so that they hardly ever depend on other files.
 * @param files in reading order; those that are left out keep their places among the others
 * @param said `category.yaml` files
 */
export function createSite(files: GuideFile[], said: CategoryFile[] = []): Site {
  const own = new Map(files.map((file) => [file.path, file]));
  const { guideSlugs, leftOut } = nameGuides(files);
  const folders = foldersOf([...files.filter(({ categories }) => !categories), ...said]);
  const { folderSlugs, remarks } = nameFolders(folders);
  const places = placeGuides(files, folderSlugs);
  return {
    categories: describeCategories(folderSlugs, { guides: files, said }),
    guideSlugs,
    placesOf: (path) => places.get(path) ?? [],
    fileAt: (path) => own.get(path) ?? { path },
    leftOut: [...leftOut, ...said.flatMap((file) => file.leftOut ?? [])],
    remarks,
  };
}

/**
 * The first file in reading order has a slug that two files want. One that is left out keeps its slugs too, or another
 * file would overwrite its guide; only if it is empty may a file have its slug that can have no other.
 */
function nameGuides(files: GuideFile[]): { guideSlugs: Map<string, string>; leftOut: LeftOut[] } {
  const guideSlugs = new Map<string, string>();
  const owners = new Map<string, GuideFile>();
  const left: LeftOut[] = [];
  for (const file of files) {
    const { path, leftOut } = file;
    const wanted = (file.slug === undefined ? slugsOfPath(path) : [file.slug]).filter(Boolean);
    const free = wanted.find((slug) => !owners.has(slug));
    const slug = free ?? wanted.find((name) => !leftOut && owners.get(name)?.leftOut?.empty);
    if (slug !== undefined) owners.set(slug, file);
    for (const kept of leftOut?.slugs ?? []) if (!owners.has(kept)) owners.set(kept, file);
    const own = leftOut?.slugs?.filter((name) => owners.get(name) === file);
    if (leftOut) left.push({ ...leftOut, slugs: own });
    else if (slug === undefined) left.push(describeClash(path, wanted, owners));
    else guideSlugs.set(path, slug);
  }
  return { guideSlugs, leftOut: left };
}

function describeClash(path: string, slugs: string[], owners: ReadonlyMap<string, GuideFile>): LeftOut {
  const [taken = ''] = slugs;
  const problem = taken
    ? `${path}: has the same slug as ${owners.get(taken)?.path}, ${taken}`
    : `${path}: the name has no letters or digits for a slug`;
  return { place: path, problems: [problem], slugs, empty: false };
}

/** Pages of Notion may have the same name; their ids then distinguish them. */
function slugsOfPath(path: string): string[] {
  return [slugOfPath(withoutPageIds(path)), slugOfPath(path)];
}

/** Folders with the same slug are one category; one without a slug belongs to the folder above. */
function nameFolders(folders: string[]): { folderSlugs: Map<string, string>; remarks: string[] } {
  const folderSlugs = new Map<string, string>();
  const bySlug = new Map<string, string>();
  const remarks: string[] = [];
  for (const folder of folders) {
    const slug = slugFrom(withoutPageIds(folder));
    const other = bySlug.get(slug);
    const above = folderSlugs.get(folderOf(folder));
    if (!slug || slug === above)
      remarks.push(`${folder}: the name has no letters or digits, so the folder is no category`);
    else if (other !== undefined) remarks.push(`${folder}: is one category with ${other}, ${slug}`);
    else bySlug.set(slug, folder);
    if (slug) folderSlugs.set(folder, slug);
    else if (above !== undefined) folderSlugs.set(folder, above);
  }
  return { folderSlugs, remarks };
}

/** The places of each guide by path: in the categories that it names, else in that of its folder. */
function placeGuides(
  guides: GuideFile[],
  folderSlugs: ReadonlyMap<string, string>,
): ReadonlyMap<string, SourcePlace[]> {
  const wanted = guides.flatMap(({ path, categories, position }) => {
    const folder = folderSlugs.get(folderOf(path));
    const slugs = categories?.map(({ slug }) => slug) ?? (folder ? [folder] : []);
    return slugs.map((slug) => ({ path, slug, position }));
  });
  const byCategory = Map.groupBy(wanted, ({ slug }) => slug);
  const placed = [...byCategory.values()].flatMap((members) => fillPositions(members));
  return Map.groupBy(placed, ({ path }) => path);
}

type UnplacedCategory = Omit<SourceCategory, 'position'> & { position?: number | undefined };

/** Folders of the files and their ancestors, parents first. */
function foldersOf(files: { path: string }[]): string[] {
  const folders = new Set<string>();
  for (const { path } of files) {
    const steps = path.split('/').slice(0, -1);
    for (const index of steps.keys()) folders.add(steps.slice(0, index + 1).join('/'));
  }
  return [...folders].sort(compareFolders);
}

/**
 * Categories from folders, and those that only guides name.
 * @param folderSlugs by path, in the order of the folders
 */
function describeCategories(
  folderSlugs: ReadonlyMap<string, string>,
  { guides, said }: { guides: GuideFile[]; said: CategoryFile[] },
): SourceCategory[] {
  const sections = sectionTitles(guides);
  const byFolder = new Map(said.map((file) => [folderOf(file.path), file]));
  const first = new Map(
    Array.from(folderSlugs, ([folder, slug]): [string, string] => [slug, folder]).reverse(),
  );
  const folders = Array.from(folderSlugs).flatMap(([folder, slug]): UnplacedCategory[] => {
    if (first.get(slug) !== folder) return [];
    const file = byFolder.get(folder);
    const {
      name = sections.get(folder) ?? nameOf(folder),
      multipleGuidesName = name,
      description,
      position,
    } = file ?? {};
    const parent = folderSlugs.get(folderOf(folder));
    const category = { slug, name, multipleGuidesName, description, position, parent, place: folder };
    return [file?.leftOut ? { ...category, onlyNew: true } : category];
  });
  return fillPositions([...folders, ...namedCategories(guides, new Set(folderSlugs.values()))]);
}

/** Hugo's `_index.md` has the title of its folder, often with nothing else. */
function sectionTitles(guides: GuideFile[]): Map<string, string | undefined> {
  const files = guides.filter(({ path }) => isSectionFile(path));
  return new Map(files.map(({ path, title }) => [folderOf(path), title ? shortName(title) : undefined]));
}

/** Categories that only guides name; existing ones keep their names. */
function namedCategories(guides: GuideFile[], known: Set<string>): UnplacedCategory[] {
  const named: UnplacedCategory[] = [];
  for (const { path, categories = [] } of guides) {
    for (const { slug, name } of categories) {
      if (known.has(slug)) continue;
      known.add(slug);
      named.push({ slug, name, multipleGuidesName: name, parent: undefined, place: path, onlyNew: true });
    }
  }
  return named;
}

/** Numbers items without a position after those with one. */
function fillPositions<Item extends { position?: number | undefined }>(
  items: readonly Item[],
): (Item & { position: number })[] {
  let last = items.reduce((highest, { position = 0 }) => Math.max(highest, position), 0);
  return items.map((item) => {
    if (item.position === undefined) last += 1;
    return { ...item, position: item.position ?? last };
  });
}
