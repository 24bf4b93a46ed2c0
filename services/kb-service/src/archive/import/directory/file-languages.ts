import { languageOf, parseLanguageTag } from '@guidepost/i18n/language-tag';
import { languageHere } from '../database/translations-of-source.ts';
import type { GuideFile } from './guide-files.ts';
import { folderOf, isIndex, kindOfFile } from './paths.ts';

/** A file, and where it would be if there were only one language. */
export interface FileInLanguage {
  file: GuideFile;
  /** Without the folder and the ending of a language: `install/linux.md` for `de/install/linux.md`. */
  plainPath: string;
  /** A tag; undefined for the main language. */
  language: string | undefined;
}

/** `linux.de.md` */
const SUFFIX = /^(.+)\.([a-z]{2,3}(?:[-_][a-z0-9]{2,8}){0,2})(\.[a-z]+)$/i;

/**
 * Finds the language of files: in their front matter, in their names beside a file of the main language, or by a
 * folder at the top with the name of a language of the knowledge base. In a language that it does not have, a file is
 * a translation only if another file is what it translates.
 * @param languages of the knowledge base, the main one first
 */
export function findLanguages(files: readonly GuideFile[], languages: readonly string[]): FileInLanguage[] {
  const here = languages.map((language) => ({ language }));
  const [main = ''] = languages;
  const stems = new Set(files.map(({ path }) => stemOf(path)));

  function languageOfFile(file: GuideFile): Omit<FileInLanguage, 'file'> {
    const { path, language: said, translationOf } = file;
    const [, folder = '', below = ''] = /^([^/]+)\/(.+)$/s.exec(path) ?? [];
    const inFolder = languages.length > 1 ? known(folder) : undefined;
    const plain = inFolder === undefined ? path : below;
    const [, stem = '', suffix = '', ending = ''] = SUFFIX.exec(plain) ?? [];
    const named = isBesideMain(path, suffix) ? parseLanguageTag(suffix) : undefined;
    const plainPath = named === undefined ? plain : `${stem}${ending}`;
    const tag = said ?? named ?? inFolder;
    const found = tag === undefined ? undefined : languageHere(tag, here);
    if (tag === undefined || found === main) return { plainPath, language: undefined };
    const isTranslation = found !== undefined || named !== undefined || translationOf !== undefined;
    return { plainPath, language: isTranslation ? (found ?? tag) : undefined };
  }

  const known = (text: string) => {
    const tag = parseLanguageTag(text);
    return tag === undefined || languageHere(tag, here) === undefined ? undefined : tag;
  };

  /** `linux.de.md` is a translation beside `linux.md` or `linux.en.md`, and in a knowledge base that has German. */
  function isBesideMain(path: string, suffix: string): boolean {
    const tag = parseLanguageTag(suffix);
    if (suffix === '' || tag === undefined) return false;
    const stem = stemOf(path).slice(0, -suffix.length - 1);
    if (languageHere(tag, here) === main) return languages.length > 1 && !stems.has(stem);
    const hasMain = stems.has(stem) || stems.has(`${stem}.${main.toLowerCase()}`);
    return (
      hasMain ||
      stems.has(`${stem}.${languageOf(main)}`) ||
      (languages.length > 1 && known(suffix) !== undefined)
    );
  }

  return files.map((file) => ({ file, ...languageOfFile(file) }));
}

/** The path that files in several languages and formats share: `install/linux`, and `install/` for an index. */
export function stemOf(path: string): string {
  const lower = path.toLowerCase();
  if (isIndex(path)) return `${folderOf(lower)}/`;
  return kindOfFile(path) ? lower.replace(/\.[^./]+$/, '') : lower;
}
