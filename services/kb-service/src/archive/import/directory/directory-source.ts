import { createHash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError, readSourceFile } from '@guidepost/service-kit';
import { CLEANER_VERSION } from '../../../html-cleaning/clean-content.ts';
import { countAll } from '../../../html-cleaning/removed-markup.ts';
import { createImageCatalogue, type ImageCatalogue } from '../images/image-catalogue.ts';
import type { ImportSource, SourceGuide } from '../import-source.ts';
import { readCategoryFiles } from './category-files.ts';
import { findFiles } from './directory-files.ts';
import { readGuideFiles } from './guide-files.ts';
import { readGuidePage } from './guide-page.ts';
import { createLinkMap, type LinkMap } from './links.ts';
import { createSite, type Site } from './site.ts';

export interface Directory {
  root: string;
  site: Site;
  links: LinkMap;
  images: ImageCatalogue;
  /** Of all slugs and images, because the content of a guide depends on them. */
  digest: string;
}

/**
 * Opens a directory: folders become categories, links between files become links between guides, and images are
 * imported.
 * @throws AppError `invalid` if it cannot be read, has no guides, or two files have the same slug
 */
export async function openDirectory(path: string): Promise<ImportSource> {
  const root = await realpath(path);
  const { guides, categories, others, foreign } = await findFiles(root);
  if (guides.length === 0) {
    throw new AppError('invalid', `${path}: no HTML or Markdown files found`);
  }
  const said = await readCategoryFiles(root, categories);
  const site = createSite(await readGuideFiles(root, guides), said);
  const images = await createImageCatalogue(root, others);
  const slugs = [...site.guideSlugs];
  const directory = { root, site, ...linkTargetsOf(site.guideSlugs, images) };
  return {
    knowledgeBase: {},
    categories: site.categories,
    tags: [],
    guides: slugs.map(([file, slug]) => describeGuide(directory, file, slug)),
    unknownKeys: countAll(said.flatMap(({ unknown }) => unknown)),
    ignoredFiles: others.length - images.size + foreign,
  };
}

export function describeGuide(directory: Directory, path: string, slug: string): SourceGuide {
  return {
    slug,
    place: path,
    categories: directory.site.placesOf(path),
    tags: [],
    former: directory.site.formerSlugsOf(path),
    async read(language) {
      const bytes = await readSourceFile(join(directory.root, path), path);
      return {
        fileHash: digestOf(bytes),
        hash: digestOf(`${CLEANER_VERSION}\n${language}\n${path}\n${directory.digest}\n`, bytes),
        content: (carry) => readGuidePage(bytes, { path, slug }, { ...directory, carry, language }),
      };
    },
  };
}

export function linkTargetsOf(
  slugs: ReadonlyMap<string, string>,
  images: ImageCatalogue,
): Pick<Directory, 'links' | 'images' | 'digest'> {
  const digest = digestOf(`${[...slugs].join('\n')}\n${images.digest}`);
  return { links: createLinkMap(slugs), images, digest };
}

function digestOf(...parts: (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}
