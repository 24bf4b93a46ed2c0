import { extname } from 'node:path';
import { foldWhiteSpace, LONGEST_NAME } from '@guidepost/service-kit';
import { slugFrom } from '../../../model/slug.ts';

const KINDS: Record<string, 'html' | 'markdown'> = {
  '.html': 'html',
  '.htm': 'html',
  '.xhtml': 'html',
  '.md': 'markdown',
  '.markdown': 'markdown',
  '.mdx': 'markdown',
};

/** The end of a name in an export of Notion: `Getting started 1f2e3d4c5b6a79880123456789abcdef.md`. */
const PAGE_ID = /(?<=[^\s]) [0-9a-f]{32}(?=$|\.[^./]*$)/;

/** Jekyll's posts begin with their day: `_posts/2026-01-02-new-prices.md`. */
const POSTS = /(?:^|\/)_(?:posts|drafts)\//;
const DAY = /^\d{4}-\d\d-\d\d-(?=.)/;

/** The format of a guide by file extension; undefined for other files. */
export function kindOfFile(path: string): 'html' | 'markdown' | undefined {
  const ending = extname(path).toLowerCase();
  return Object.hasOwn(KINDS, ending) ? KINDS[ending] : undefined;
}

/** Whether the file represents its folder: `install/index.html`, `install/README.md`, Hugo's `install/_index.md`. */
export function isIndex(path: string): boolean {
  return /(?:^|\/)(?:_?index\.(?:html|htm|xhtml|md|markdown|mdx)|readme\.(?:md|markdown|mdx))$/i.test(path);
}

/** Hugo's page of a section. */
export function isSectionFile(path: string): boolean {
  return /(?:^|\/)_index\.[a-z]+$/i.test(path);
}

/** Docusaurus calls it `_category_.json`, which YAML reads as well. */
export function isCategoryFile(path: string): boolean {
  return /(?:^|\/)(?:category\.yaml|_category_\.(?:json|ya?ml))$/.test(path);
}

/** The folder of a path; empty at the root. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('/'), 0));
}

/** Cuts the ids that Notion appends to the names of folders and files: `Start 1f2e….md` → `Start.md`. */
export function withoutPageIds(path: string): string {
  return path
    .split('/')
    .map((step) => step.replace(PAGE_ID, ''))
    .join('/');
}

/** `install/linux.html` → `install-linux`, `install/index.html` → `install`, `index.html` → `index` */
export function slugOfPath(path: string): string {
  const withoutEnding = path.replace(/\.[^./]+$/, '');
  const folder = folderOf(path);
  return slugFrom(isIndex(path) && folder ? folder : withoutEnding);
}

/**
 * The name by which people know a folder or file: `a/getting-started` and `Getting started 1f2e….md` →
 * `Getting started`
 */
export function nameOf(path: string): string {
  const file = withoutPageIds(path.slice(path.lastIndexOf('/') + 1)).normalize('NFC');
  const whole = foldWhiteSpace(kindOfFile(file) ? file.slice(0, -extname(file).length) : file);
  const last = POSTS.test(path) ? whole.replace(DAY, '') : whole;
  const words = foldWhiteSpace(last.replace(/[-_]+/g, ' ')) || last;
  const [first = '', ...rest] = words;
  return shortName([first.toUpperCase(), ...rest].join(''));
}

/** In one line, and no longer than names may be. */
export function shortName(name: string): string {
  return Array.from(foldWhiteSpace(name)).slice(0, LONGEST_NAME).join('').trim();
}
