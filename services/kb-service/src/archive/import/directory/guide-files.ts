import { join } from 'node:path';
import { foldWhiteSpace, readSourceFile } from '@guidepost/service-kit';
import { slugFrom } from '../../../model/slug.ts';
import { decodeText } from '../decode.ts';
import { attemptAll } from '../problems.ts';
import { splitFrontMatter } from './markdown/front-matter.ts';
import { kindOfFile } from './paths.ts';

export interface GuideFile {
  path: string;
  /** Overrides the slug from the path. */
  slug?: string | undefined;
  /** Override the category of the folder. */
  categories?: NamedCategory[] | undefined;
  position?: number | undefined;
  former?: string[] | undefined;
}

/** A category in front matter: `getting-started` or `Getting started`. */
export interface NamedCategory {
  slug: string;
  name: string;
}

const MAX_NAME_LENGTH = 200;

/**
 * Reads the slugs and categories of all files, which the import of each guide needs.
 * @throws AppError `invalid` with a line for each of up to ten invalid files
 */
export function readGuideFiles(root: string, paths: string[]): Promise<GuideFile[]> {
  return attemptAll(paths, (path) => readGuideFile(root, path));
}

async function readGuideFile(root: string, path: string): Promise<GuideFile> {
  if (kindOfFile(path) !== 'markdown') return { path };
  const text = decodeText(await readSourceFile(join(root, path), path), 'utf-8', path);
  const { slug, categories, position, former } = splitFrontMatter(text, path).front;
  return { path, slug, categories: categories && toCategories(categories), position, former };
}

/** Merges names with the same slug: `getting-started` and `Getting started`. */
function toCategories(names: string[]): NamedCategory[] {
  const bySlug = new Map<string, NamedCategory>();
  for (const entry of names) {
    const name = Array.from(foldWhiteSpace(entry)).slice(0, MAX_NAME_LENGTH).join('').trim();
    const slug = slugFrom(name);
    if (slug && !bySlug.has(slug)) bySlug.set(slug, { slug, name });
  }
  return [...bySlug.values()];
}
