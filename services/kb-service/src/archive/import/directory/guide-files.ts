import { readdir } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { foldWhiteSpace, LONGEST_NAME, readSourceFile } from '@guidepost/service-kit';
import { slugFrom } from '../../../model/slug.ts';
import type { PropertyChanges } from '../../../reviews/write-properties.ts';
import { decodeHtml, decodeText } from '../decode.ts';
import type { SourceGuide } from '../import-source.ts';
import { attempt, type LeftOut } from '../problems.ts';
import type { Visibility } from '../visibility.ts';
import { splitFrontMatter } from './front-matter.ts';
import { folderOf, isSectionFile, kindOfFile, slugOfPath, withoutPageIds } from './paths.ts';

export interface GuideFile extends Visibility {
  path: string;
  /** Overrides the slug from the path. */
  slug?: string | undefined;
  /** BCP 47, as its front matter says. */
  language?: string | undefined;
  /** The slug or the file of the guide that it translates. */
  translationOf?: string | undefined;
  /** Override the category of the folder. */
  categories?: NamedCategory[] | undefined;
  position?: number | undefined;
  former?: string[] | undefined;
  /** Why the files below it are not public. */
  cascade?: string | undefined;
  /** Keys of its front matter that are not read. */
  unknown?: string[] | undefined;
  remarks?: string[] | undefined;
  /** By which other files may name it. */
  title?: string | undefined;
  /** Other addresses and names of the page. */
  addresses?: string[] | undefined;
  /** Summary, search words, owner and reviews. */
  properties?: PropertyChanges | undefined;
  /** ISO 8601. */
  dates?: SourceGuide['dates'];
  /** Why it is not imported. */
  leftOut?: LeftOut | undefined;
}

/** A category in front matter: `getting-started` or `Getting started`. */
export interface NamedCategory {
  slug: string;
  name: string;
}

/** The cascade of a file that cannot be read. */
const UNKNOWN = 'which cannot be read';

/** At the beginning of Markdown. */
const FIRST_HEADING = /^\s*# ([^\n]{1,1000})/;

/** Bytes. */
const BEGINNING = 1_024;

/** Also after a byte order mark; Jekyll has front matter in HTML. */
const BEGINS_WITH_HTML = /^(?:\xef\xbb\xbf)?\s*</;

/** A plain slug alone in its line, which no further line can continue. */
const SLUG_LINE =
  /^(["']?)slug\1[ \t]*[:=][ \t]*(["']?)(?!null\b)([a-z\d][a-z\d-]{0,199})\2[ \t]*\r?\n(?!\s)/im;

/** Reads the front matter of all files, which the import of each guide needs. */
export async function readGuideFiles(root: string, paths: string[], now: Date): Promise<GuideFile[]> {
  const files: GuideFile[] = [];
  for (const path of paths) files.push(await readGuideFile(root, path, now));
  return hideBelowSections(files);
}

/** In Hugo, the page of a section can keep all pages below it from readers. */
function hideBelowSections(files: GuideFile[]): GuideFile[] {
  const sections = files.filter(({ path, cascade }) => cascade !== undefined && isSectionFile(path));
  return files.map((file) => {
    const section = sections.find(({ path }) => path !== file.path && isBelow(file.path, folderOf(path)));
    return section && file.hidden === undefined ? { ...file, hidden: reasonOf(section) } : file;
  });
}

/** One file alone, which folders above it can keep from readers as well. */
export async function readLoneGuideFile(root: string, name: string, now: Date): Promise<GuideFile> {
  const own = await readGuideFile(root, name, now);
  const hidden = own.hidden ?? (await hiddenByFolders(root, name, now));
  return { ...own, hidden };
}

async function hiddenByFolders(root: string, name: string, now: Date): Promise<string | undefined> {
  if (root.split(sep).includes('_drafts')) return 'it is in _drafts';
  for (let folder = root; ; folder = dirname(folder)) {
    const names = await readdir(folder).catch(() => []);
    const isOwn = folder === root && isSectionFile(name);
    for (const file of names.filter((other) => !isOwn && isSectionFile(other) && kindOfFile(other))) {
      const section = await readGuideFile(folder, file, now);
      if (section.cascade !== undefined)
        return reasonOf({ ...section, path: relative(root, join(folder, file)) });
    }
    if (folder === dirname(folder)) return undefined;
  }
}

function reasonOf({ path, cascade, leftOut }: GuideFile): string {
  return leftOut ? `${path} may hide it, ${cascade}` : `${cascade}, in cascade of ${path}`;
}

function isBelow(path: string, folder: string): boolean {
  return folder === '' || path.startsWith(`${folder}/`);
}

async function readGuideFile(root: string, path: string, now: Date): Promise<GuideFile> {
  const item = { place: path, slugs: undefined };
  const opened = await attempt(item, () => readSourceFile(join(root, path), path));
  if ('leftOut' in opened) return { path, leftOut: opened.leftOut, cascade: UNKNOWN };
  const bytes = opened.result;
  const read = await attempt(item, () => readFront(bytes, path, now));
  if ('result' in read) return read.result;
  // Without the zeros of UTF-16.
  const text = Buffer.from(bytes).toString('latin1').replaceAll('\0', '');
  return {
    path,
    leftOut: { ...read.leftOut, slugs: possibleSlugs(text, path) },
    cascade: /cascade/i.test(text) ? UNKNOWN : undefined,
  };
}

function readFront(bytes: Uint8Array, path: string, now: Date): GuideFile {
  const isMarkdown = kindOfFile(path) === 'markdown';
  if (!isMarkdown && BEGINS_WITH_HTML.test(Buffer.from(bytes.subarray(0, BEGINNING)).toString('latin1')))
    return { path };
  const text = isMarkdown ? decodeText(bytes, 'utf-8', path) : decodeHtml(bytes, path);
  const { front: said, text: content } = splitFrontMatter(text, path, now);
  const { label = '', title = FIRST_HEADING.exec(content)?.[1] ?? label, tags, categories, ...front } = said;
  const name = foldWhiteSpace(title).slice(0, LONGEST_NAME);
  return { path, ...front, title: name, categories: categories && toCategories(categories) };
}

/** The slugs that a file may have whose front matter cannot be read; undefined if it may have any. */
function possibleSlugs(text: string, path: string): string[] | undefined {
  const mentions = text.match(/slug/gi) ?? [];
  const said = SLUG_LINE.exec(text)?.[3];
  if (mentions.length > 1 || (mentions.length === 1 && said === undefined)) return undefined;
  const slugs = [slugFrom(said ?? ''), slugOfPath(withoutPageIds(path)), slugOfPath(path)];
  return [...new Set(slugs)].filter(Boolean);
}

/** Merges names with the same slug: `getting-started` and `Getting started`. */
function toCategories(names: string[]): NamedCategory[] {
  const bySlug = new Map<string, NamedCategory>();
  for (const entry of names) {
    const name = Array.from(foldWhiteSpace(entry)).slice(0, LONGEST_NAME).join('').trim();
    const slug = slugFrom(name);
    if (slug && !bySlug.has(slug)) bySlug.set(slug, { slug, name });
  }
  return [...bySlug.values()];
}
