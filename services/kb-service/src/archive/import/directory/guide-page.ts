import { cleanContent } from '../../../cleaning/clean-content.ts';
import { type NotationFindings, noNotation } from '../../../markdown/notation.ts';
import { slugFrom } from '../../../model/slug.ts';
import type { ImageCatalogue } from '../images/image-catalogue.ts';
import { createFindImage, placeImages } from '../images/place-images.ts';
import type { GuideContent, SourceTag, StoreImage } from '../import-source.ts';
import { type Findings, noFindings } from '../import-summary.ts';
import { NoContentError } from '../problems.ts';
import { readHtmlPage } from './html/html-page.ts';
import { type LinkMap, type LinkOrigin, rewriteLinks } from './links.ts';
import { readMarkdownPage } from './markdown/markdown-page.ts';
import type { Page, PageOrigin } from './page.ts';
import { folderOf, isIndex, kindOfFile, nameOf } from './paths.ts';
import { imagesMeantBy } from './site-addresses.ts';

export interface LinkTargets {
  links: LinkMap;
  images: ImageCatalogue;
  carry: StoreImage;
  language: string;
  /** The variables of a Jekyll site. */
  variables?: ReadonlyMap<string, string> | undefined;
}

const MAX_TAG_LENGTH = 200;

/** Converts an HTML or Markdown file to a guide. @throws AppError `invalid` if it is empty or cannot be read */
export async function readGuidePage(
  bytes: Uint8Array,
  origin: LinkOrigin,
  { links, images, carry, language, variables }: LinkTargets,
): Promise<Omit<GuideContent, 'published'>> {
  const { path } = origin;
  const page = readPageFile(bytes, { path, language, variables });
  if (page.empty) throw new NoContentError(path);
  const { broken, typed } = rewriteLinks(page.root, origin, links);
  const leftOut = await placeImages(page.root, createFindImage(images, path, imagesMeantBy), carry);
  const { html, removed } = cleanContent(page.root);
  return {
    title: page.title ?? nameOf(folderOf(path) && isIndex(path) ? folderOf(path) : path),
    titleAnchors: page.titleAnchors,
    contentHtml: html,
    keywords: toTags(page.keywords),
    findings: {
      ...noFindings(),
      removed,
      brokenLinks: broken.map((href) => `${path}: ${href}`),
      imagesLeftOut: leftOut.map((image) => `${path}: ${image}`),
      notation: notationIn(path, page.notation ?? noNotation(), typed),
    },
  };
}

/** Notation that stays as typed, or is left out, with the file. */
function notationIn(
  path: string,
  { kept, removed }: NotationFindings,
  wikiLinks: number,
): Findings['notation'] {
  const links = (kept.get('wiki_links') ?? 0) + wikiLinks;
  const all = links > 0 ? new Map(kept).set('wiki_links', links) : kept;
  return { kept: inFile(path, all), removed: inFile(path, removed) };
}

function inFile(path: string, counts: NotationFindings['kept']) {
  return new Map(Array.from(counts, ([notation, number]) => [notation, new Map([[path, number]])]));
}

export function readPageFile(bytes: Uint8Array, origin: PageOrigin): Page {
  const { path } = origin;
  return kindOfFile(path) === 'markdown' ? readMarkdownPage(bytes, origin) : readHtmlPage(bytes, path);
}

/** Merges names that differ only in case or accents, and drops names without letters or digits. */
function toTags(names: string[]): SourceTag[] {
  const tags = new Map<string, SourceTag>();
  for (const name of names) {
    const slug = slugFrom(name);
    if (slug && !tags.has(slug)) {
      tags.set(slug, { slug, name: Array.from(name).slice(0, MAX_TAG_LENGTH).join('').trim() });
    }
  }
  return [...tags.values()];
}
