import { slugFrom } from '../../../model/slug.ts';
import type { SourceCategory, SourcePlace } from '../import-source.ts';
import { createProblems, type Problems } from '../problems.ts';
import type { CategoryFile } from './category-files.ts';
import type { GuideFile } from './guide-files.ts';
import { folderOf, isIndex } from './paths.ts';
import { describeCategories, fillPositions, foldersOf } from './site-categories.ts';

export interface Site {
  categories: SourceCategory[];
  guideSlugs: Map<string, string>;
  placesOf(path: string): SourcePlace[];
  formerSlugsOf(path: string): readonly string[];
}

/**
 * Derives slugs from whole paths, so that they never depend on other files.
 * @param guides in reading order
 * @param said `category.yaml` files
 * @throws AppError `invalid` with both files if two have the same slug
 */
export function createSite(guides: GuideFile[], said: CategoryFile[] = []): Site {
  const problems = createProblems();
  const own = new Map(guides.map((guide) => [guide.path, guide]));
  const guideSlugs = nameAll([...own.keys()], (path) => own.get(path)?.slug ?? guideSlug(path), problems);
  const folders = foldersOf([...guides.filter(({ categories }) => !categories), ...said]);
  const folderSlugs = nameAll(folders, slugFrom, problems);
  problems.throwIfAny();
  const places = placeGuides(guides, folderSlugs);
  return {
    categories: describeCategories(folderSlugs, { guides, said }),
    guideSlugs,
    placesOf: (path) => places.get(path) ?? [],
    formerSlugsOf: (path) => own.get(path)?.former ?? [],
  };
}

/** `install/linux.html` → `install-linux`, `install/index.html` → `install`, `index.html` → `index` */
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
    if (!slug) problems.add(`${path}: the name has no letters or digits for a slug`);
    else if (other) problems.add(`${other} and ${path} have the same slug, ${slug}`);
    bySlug.set(slug, path);
    byPath.set(path, slug);
  }
  return byPath;
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
