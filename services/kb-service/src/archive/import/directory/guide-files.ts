import { join } from 'node:path';
import { foldWhiteSpace } from '@guidepost/service-kit';
import { readSourceFile } from '../../../files/read-source-file.ts';
import { slugFrom } from '../../../model/slug.ts';
import { decodeText } from '../decode.ts';
import { attemptAll } from '../problems.ts';
import { splitFrontMatter } from './markdown/front-matter.ts';
import { kindOfFile } from './paths.ts';

/** A file to make a guide of, with what it says about its own place. */
export interface GuideFile {
  path: string;
  /** Instead of the one that is made of the path. */
  slug?: string | undefined;
  /** Instead of its folder. */
  categories?: NamedCategory[] | undefined;
  /** In each of its categories. */
  position?: number | undefined;
}

/** A category as a guide names it: `getting-started` or `Getting started`. */
export interface NamedCategory {
  slug: string;
  name: string;
}

const LONGEST_NAME = 200;

/**
 * Reads of each file what it says about its own slug and places, which has to be known of all of them before
 * the first can be imported.
 *
 * @throws AppError `invalid` with a line for each file that cannot be read, up to ten
 */
export function readGuideFiles(root: string, paths: string[]): Promise<GuideFile[]> {
  return attemptAll(paths, (path) => readGuideFile(root, path));
}

async function readGuideFile(root: string, path: string): Promise<GuideFile> {
  if (kindOfFile(path) !== 'markdown') return { path };
  const text = decodeText(await readSourceFile(join(root, path), path), 'utf-8', path);
  const { slug, categories, position } = splitFrontMatter(text, path).front;
  return { path, slug, categories: categories && toCategories(categories), position };
}

/** Slugs are names of their own: `getting-started` and `Getting started` are the same category. */
function toCategories(names: string[]): NamedCategory[] {
  const bySlug = new Map<string, NamedCategory>();
  for (const entry of names) {
    const name = Array.from(foldWhiteSpace(entry)).slice(0, LONGEST_NAME).join('').trim();
    const slug = slugFrom(name);
    if (slug && !bySlug.has(slug)) bySlug.set(slug, { slug, name });
  }
  return [...bySlug.values()];
}
