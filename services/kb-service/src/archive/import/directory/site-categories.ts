import type { SourceCategory } from '../import-source.ts';
import type { CategoryFile } from './category-files.ts';
import { compareFolders } from './directory-files.ts';
import type { GuideFile } from './guide-files.ts';
import { folderOf, isSectionFile, nameOf, shortName } from './paths.ts';

type UnplacedCategory = Omit<SourceCategory, 'position'> & { position?: number | undefined };

/** Folders of the files and their ancestors, parents first. */
export function foldersOf(files: { path: string }[]): string[] {
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
export function describeCategories(
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
    const { name = sections.get(folder) ?? nameOf(folder), multipleGuidesName = name, position } = file ?? {};
    const parent = folderSlugs.get(folderOf(folder));
    const category = { slug, name, multipleGuidesName, position, parent, place: folder };
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
export function fillPositions<Item extends { position?: number | undefined }>(
  items: readonly Item[],
): (Item & { position: number })[] {
  let last = items.reduce((highest, { position = 0 }) => Math.max(highest, position), 0);
  return items.map((item) => {
    if (item.position === undefined) last += 1;
    return { ...item, position: item.position ?? last };
  });
}
