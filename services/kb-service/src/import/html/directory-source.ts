import { createHash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@guidepost/service-kit';
import { CLEANER_VERSION } from '../cleaning/clean-content.ts';
import type { ImportSource, SourceGuide } from '../import-source.ts';
import { readSourceFile } from '../text/read-source-file.ts';
import { readGuidePage } from './guide-page.ts';
import { findHtmlFiles } from './html-files.ts';
import type { LinkMap } from './links.ts';
import { createSite, folderOf, type Site } from './site.ts';

interface Directory {
  root: string;
  site: Site;
  links: LinkMap;
  /** Of all paths: what a link leads to depends on which files there are. */
  digest: string;
}

/**
 * A directory of HTML files as knowledge base: folders are categories, links between files links between guides.
 *
 * @throws AppError `invalid` when it cannot be read, holds no HTML, or two files would have the same slug
 */
export async function openDirectory(path: string): Promise<ImportSource> {
  const { paths, ignored } = await findHtmlFiles(path);
  if (paths.length === 0) throw new AppError('invalid', `${path}: there are no HTML files`);
  const site = createSite(paths);
  const directory = {
    root: await realpath(path),
    site,
    links: createLinkMap(site),
    digest: digestOf(paths.join('\n')),
  };
  return {
    knowledgeBase: {},
    categories: site.categories,
    tags: [],
    guides: Array.from(site.guideSlugs, ([file, slug]) => describeGuide(directory, file, slug)),
    ignoredFiles: ignored,
  };
}

function createLinkMap({ guideSlugs }: Site): LinkMap {
  const byAddress = new Map(Array.from(guideSlugs, ([path, slug]) => [path.normalize('NFC'), slug]));
  return { slugOf: (path) => byAddress.get(path) };
}

function describeGuide(directory: Directory, path: string, slug: string): SourceGuide {
  const category = directory.site.categorySlugs.get(folderOf(path));
  return {
    slug,
    place: path,
    categories: category ? [category] : [],
    tags: [],
    async read() {
      const bytes = await readSourceFile(join(directory.root, path), path);
      return {
        hash: digestOf(`${CLEANER_VERSION}\n${path}\n${directory.digest}\n`, bytes),
        content: () => readGuidePage(bytes, { path, slug }, directory.links),
      };
    },
  };
}

function digestOf(...parts: (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}
