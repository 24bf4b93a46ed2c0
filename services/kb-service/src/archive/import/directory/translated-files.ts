import { posix } from 'node:path';
import { parseSlug, slugFrom } from '../../../model/slug.ts';
import type { SourceTranslation, TranslatedName } from '../import-source.ts';
import type { LeftOut } from '../problems.ts';
import type { CategoryFile } from './category-files.ts';
import { type FileInLanguage, findLanguages, stemOf } from './file-languages.ts';
import type { GuideFile } from './guide-files.ts';
import { folderOf, slugOfPath, withoutPageIds } from './paths.ts';
import { createSite, type Site } from './site.ts';

/** A translation in a directory. */
export interface TranslatedFile extends Pick<SourceTranslation, 'language' | 'of'> {
  file: GuideFile;
  /** In its language. */
  slug: string;
}

export interface SiteInLanguages {
  site: Site;
  translations: TranslatedFile[];
  /** The paths of guides without the folder and the ending of the main language. */
  plainPaths: ReadonlyMap<string, string>;
  names: TranslatedName[];
  leftOut: LeftOut[];
}

/**
 * The guides of the main language as a site, as if the folder and the endings of that language were not there, and the
 * translations of these guides.
 */
export function createSiteInLanguages(
  files: readonly GuideFile[],
  said: readonly CategoryFile[],
  languages: readonly string[],
): SiteInLanguages {
  const found = findLanguages(files, languages);
  const categories = findLanguages(said, languages) as (FileInLanguage & { file: CategoryFile })[];
  const site = createPlainSite(
    found.filter(({ language }) => language === undefined),
    categories.filter(({ language }) => language === undefined),
  );
  const translated = found.filter(({ language }) => language !== undefined);
  const ofStem = new Map(
    found.flatMap(({ file: { path }, plainPath, language }) => {
      const slug = language === undefined ? site.guideSlugs.get(path) : undefined;
      return slug === undefined ? [] : [[stemOf(plainPath), slug] as const];
    }),
  );
  const ofPath = new Map(site.guideSlugs);
  const translations = translated.flatMap(({ file, plainPath, language = '' }): TranslatedFile[] => {
    if (file.leftOut) return [];
    const ownSlug = slugOfPath(withoutPageIds(plainPath));
    const of = sourceOf(file, ofPath) ?? ofStem.get(stemOf(plainPath)) ?? ownSlug;
    return [{ file, language, of, slug: file.slug ?? (ownSlug || of) }];
  });
  return {
    site,
    translations,
    plainPaths: new Map(found.map(({ file: { path }, plainPath }) => [path, plainPath])),
    names: categories.flatMap(nameOfCategory),
    leftOut: translated.flatMap(({ file: { leftOut } }) => (leftOut ? [{ ...leftOut, slugs: [] }] : [])),
  };
}

/** The guide that front matter names: by a path from the file or the root, or by its slug. */
function sourceOf(
  { path, translationOf }: GuideFile,
  slugs: ReadonlyMap<string, string>,
): string | undefined {
  if (translationOf === undefined) return undefined;
  const paths = [posix.join(folderOf(path), translationOf), translationOf.replace(/^\/+/, '')];
  return paths.map((one) => slugs.get(one)).find((slug) => slug !== undefined) ?? parseSlug(translationOf);
}

/** `de/install/category.yaml` names the category of `install` in German. */
function nameOfCategory({
  file,
  plainPath,
  language,
}: FileInLanguage & { file: CategoryFile }): TranslatedName[] {
  const slug = slugFrom(withoutPageIds(folderOf(plainPath)));
  const { name, multipleGuidesName, description } = file;
  if (language === undefined || name === undefined || slug === '' || file.leftOut) return [];
  return [{ kind: 'category', language, of: slug, slug, name, multipleGuidesName, description }];
}

/** A site of plain paths, whose files are known by their real ones; a plain path belongs to the first file. */
function createPlainSite(files: readonly FileInLanguage[], said: readonly FileInLanguage[]): Site {
  const real = new Map<string, string>();
  const plain = <File extends { path: string }>({
    file,
    plainPath,
  }: {
    file: File;
    plainPath: string;
  }): File => {
    const path = real.has(plainPath) ? file.path : plainPath;
    real.set(path, file.path);
    return { ...file, path };
  };
  const site = createSite(files.map(plain), said.map(plain) as CategoryFile[]);
  const plainOf = new Map(Array.from(real, ([path, own]) => [own, path]));
  const own = new Map(files.map(({ file }) => [file.path, file]));
  return {
    ...site,
    guideSlugs: new Map(Array.from(site.guideSlugs, ([path, slug]) => [real.get(path) ?? path, slug])),
    placesOf: (path) => site.placesOf(plainOf.get(path) ?? path),
    fileAt: (path) => own.get(path) ?? { path },
    leftOut: site.leftOut.map((left) => ({ ...left, place: real.get(left.place) ?? left.place })),
  };
}

/**
 * Where links lead in a language: to its own texts, by their files, by those that they translate, and by the files that
 * would be beside them.
 */
export function slugsInLanguage(
  { site, translations, plainPaths }: Pick<SiteInLanguages, 'site' | 'translations' | 'plainPaths'>,
  language: string | undefined,
  targets: ReadonlyMap<string, string>,
): Map<string, string> {
  const own = new Map(
    translations.flatMap((one) => (one.language === language ? [[one.of, one.slug] as const] : [])),
  );
  const slugs = new Map(Array.from(targets, ([path, slug]) => [path, own.get(slug) ?? slug]));
  for (const { file, of } of translations) {
    const isThere = own.has(of) || [...site.guideSlugs.values()].includes(of);
    if (isThere) slugs.set(file.path, own.get(of) ?? of);
  }
  const folders = new Set(
    translations.flatMap(({ file: { path }, language: one }) =>
      one === language ? [path.split('/')[0] ?? ''] : [],
    ),
  );
  if (language !== undefined) {
    for (const path of targets.keys()) {
      for (const folder of folders) addFallback(slugs, path, `${folder}/${plainPaths.get(path) ?? path}`);
    }
  }
  return slugs;
}

/** A link to a page that is not translated leads to what readers see there. */
function addFallback(slugs: Map<string, string>, path: string, beside: string): void {
  const slug = slugs.get(path);
  if (!slugs.has(beside) && slug !== undefined) slugs.set(beside, slug);
}
