import { join } from 'node:path';
import type { SavedFolder } from '@guidepost/fetch';
import { inspectImage } from '@guidepost/files/images';
import { inspectFile } from '@guidepost/files/types';
import { catalogueOf } from '@guidepost/i18n';
import { getElementsByTagName } from 'domutils';
import { cleanContent } from '../../../cleaning/clean-content.ts';
import { parseHtml } from '../../../cleaning/parse-html.ts';
import { type FindFile, isDownload, placeFiles } from '../files.ts';
import { createFindImage, type FindImage, NO_IMAGES, placeImages } from '../images.ts';
import type { GuideContent, KnownSlugs, StoreFile } from '../import-source.ts';
import { noFindings } from '../import-summary.ts';
import { NoContentError } from '../problems.ts';
import type { Centre, CentreArticle } from './centre.ts';
import { modernizeOldHtml } from './old-html.ts';
import { rewriteOldLinks } from './old-links.ts';

/** The files of a centre, by their ids. */
export type CentreFiles = Pick<SavedFolder, 'path' | 'fileOf' | 'fileNames'>;

interface ContentPlace {
  folder: CentreFiles;
  centre: Centre;
  slugs: KnownSlugs;
  slug: string;
  carry: StoreFile;
  language: string;
  article: CentreArticle;
}

/** The content of an article, with its images, files and links as they are here. */
export async function readContent(
  html: string,
  place: string,
  { folder, centre, slugs, slug, carry, language, article }: ContentPlace,
): Promise<Pick<GuideContent, 'contentHtml' | 'findings'>> {
  const root = parseHtml(html + listOfFiles(article, html, language), { place });
  const shortcodes = centre.prepare?.(root) ?? 0;
  modernizeOldHtml(root);
  const files = await placeFiles(root, findFileOf({ folder, centre, article }), carry);
  const hasFile = (url: URL) => folder.fileOf(centre.fileIdOf(url)) !== undefined && isImageName(url);
  const broken = rewriteOldLinks(root, { centre, slugs, slug, hasFile, placed: files.links });
  const leftOut = await placeImages(root, findImageOf(folder, centre, place), carry);
  const { html: contentHtml, removed } = cleanContent(root);
  if (contentHtml === '') throw new NoContentError(place);
  return {
    contentHtml: files.describe(contentHtml, language),
    findings: {
      ...noFindings(),
      removed,
      notation: {
        kept: new Map(shortcodes > 0 ? [['shortcodes', new Map([[place, shortcodes]])]] : []),
        removed: new Map(),
      },
      brokenLinks: broken.map((href) => `${place}: ${href}`),
      imagesLeftOut: [...leftOut, ...files.leftOut].map((image) => `${place}: ${image}`),
    },
  };
}

/** A list of the files that are not in the text. */
function listOfFiles({ files = [] }: CentreArticle, html: string, language: string): string {
  const listed = files.filter(({ id, isListed }) => isListed && !html.includes(`article_attachments/${id}`));
  if (listed.length === 0) return '';
  const items = listed.map(
    ({ url, name }) => `<li><a class="file" href="${escaped(url)}">${escaped(name)}</a></li>`,
  );
  return `<h2>${escaped(catalogueOf(language).guides.files)}</h2><ul>${items.join('')}</ul>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

/** Links to files of the old centre; those around a picture show it, and lose nothing. */
function findFileOf({
  folder,
  centre,
  article,
}: Pick<ContentPlace, 'folder' | 'centre' | 'article'>): FindFile {
  const files = article.files ?? [];
  const names = new Map(files.map(({ id, name }) => [id, name]));
  const ids = new Map(files.map(({ id, url }) => [url, id]));
  return async (link) => {
    const { href = '' } = link.attribs;
    const url = URL.parse(href.trim(), centre.site);
    if (!url || !/^https?:$/.test(url.protocol)) return undefined;
    const id = ids.get(href) ?? centre.fileIdOf(url);
    if (!names.has(id) && !centre.isOwn(url)) return undefined;
    const file = folder.fileOf(id);
    if (file === undefined) return isDownload(link) ? { reason: 'was not fetched' } : undefined;
    if (!isDownload(link) && getElementsByTagName('img', link.children).length > 0) return undefined;
    const path = file.replace(/^files\//, '');
    const name = names.get(id) ?? path.replace(/^[^-]*-/, '');
    return inspectFile(join(folder.path, file), { path, name });
  };
}

/** A link around an image that leads to the image itself loses nothing. */
function isImageName({ pathname }: URL): boolean {
  return /\.(?:png|jpe?g|gif|webp|avif)$/i.test(pathname);
}

/** Images of the old centre are in the folder, or lost; those of other sites stay there unless they were fetched. */
function findImageOf(folder: CentreFiles, centre: Centre, place: string): FindImage {
  const { site, isOwn, fileIdOf, missing = 'was not fetched' } = centre;
  const inAddress = createFindImage(NO_IMAGES, place);
  return async (address) => {
    if (/^\s*(?:data:|$)/i.test(address)) return inAddress(address);
    const url = URL.parse(address.trim(), site);
    if (!url || !/^https?:$/.test(url.protocol)) return { reason: 'is no address on the web' };
    const file = folder.fileOf(fileIdOf(url));
    if (file !== undefined) return inspectImage(join(folder.path, file), file.replace(/^files\//, ''));
    return isOwn(url) ? { reason: missing } : 'elsewhere';
  };
}
