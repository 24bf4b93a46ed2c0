import { AppError, foldWhiteSpace } from '@guidepost/service-kit';
import { type Document, Element, Text } from 'domhandler';
import { findAll, getElementsByTagName, prependChild } from 'domutils';
import { cleanContent } from '../../../cleaning/clean-content.ts';
import { parseHtml } from '../../../cleaning/parse-html.ts';
import { calloutOf } from '../../../markdown/callouts.ts';
import { type NotationFindings, noNotation } from '../../../markdown/notation.ts';
import { renderImportedMarkdown } from '../../../markdown/render-markdown.ts';
import { slugFrom } from '../../../model/slug.ts';
import { decodeText } from '../decode.ts';
import { createFindFile, placeFiles } from '../files.ts';
import { createFindImage, type ImageCatalogue, placeImages } from '../images.ts';
import type { GuideContent, SourceTag, StoreFile } from '../import-source.ts';
import { type Findings, noFindings } from '../import-summary.ts';
import { NoContentError } from '../problems.ts';
import { splitFrontMatter } from './front-matter.ts';
import { type LinkMap, type LinkOrigin, rewriteLinks } from './links.ts';
import { type Page, type PageOrigin, readFragment, readHtmlPage } from './page.ts';
import { folderOf, isIndex, kindOfFile, nameOf } from './paths.ts';
import { imagesMeantBy } from './site-addresses.ts';

/** Components with a heading of their own, in the letters of parsers. */
const TITLED = new Set([
  'accordion',
  'accordionitem',
  'card',
  'expandable',
  'linkcard',
  'step',
  'tab',
  'tabitem',
]);

/** Components that are callouts, of the kind in an attribute or of their own name. */
const CALLOUTS = new Set([
  'admonition',
  'alert',
  'aside',
  'callout',
  'hint',
  'info',
  'note',
  'tip',
  'warning',
]);

/** Bytes; content cannot be larger. */
const MAX_BYTES = 7_000_000;

export interface LinkTargets {
  links: LinkMap;
  images: ImageCatalogue;
  carry: StoreFile;
  language: string;
  /** The variables of a Jekyll site. */
  variables?: ReadonlyMap<string, string> | undefined;
}

const MAX_TAG_LENGTH = 200;

/** Converts an HTML or Markdown file to a guide. @throws AppError `invalid` if it is empty or cannot be read */
export async function readImportedPage(
  bytes: Uint8Array,
  origin: LinkOrigin,
  { links, images, carry, language, variables }: LinkTargets,
): Promise<Omit<GuideContent, 'published'>> {
  const { path } = origin;
  const page = readPageFile(bytes, { path, language, variables });
  if (page.empty) throw new NoContentError(path);
  const files = await placeFiles(page.root, createFindFile(images, path, imagesMeantBy), carry);
  const { broken, typed } = rewriteLinks(page.root, origin, links, files.links);
  const leftOut = await placeImages(page.root, createFindImage(images, path, imagesMeantBy), carry);
  const { html, removed } = cleanContent(page.root);
  return {
    title: page.title ?? nameOf(folderOf(path) && isIndex(path) ? folderOf(path) : path),
    titleAnchors: page.titleAnchors,
    contentHtml: files.describe(html, language),
    keywords: toTags(page.keywords),
    findings: {
      ...noFindings(),
      removed,
      brokenLinks: broken.map((href) => `${path}: ${href}`),
      imagesLeftOut: [...leftOut, ...files.leftOut].map((image) => `${path}: ${image}`),
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

/** @throws AppError `invalid` with the file and, if known, the line */
function readMarkdownPage(bytes: Uint8Array, { path, language, variables }: PageOrigin): Page {
  if (bytes.length > MAX_BYTES) {
    throw new AppError(
      'invalid',
      `${path}: the file has ${bytes.length} bytes, at most ${MAX_BYTES} are allowed`,
    );
  }
  const { front, text } = splitFrontMatter(decodeText(bytes, 'utf-8', path), path);
  const { html, notation } = renderImportedMarkdown(text, language, variables);
  const document = parseHtml(html, { place: path });
  unfoldComponents(document, language);
  const title = front.title && foldWhiteSpace(front.title);
  const read = readFragment(document, title);
  return {
    ...read,
    title: read.title ?? front.label,
    keywords: (front.tags ?? []).map(foldWhiteSpace),
    notation,
  };
}

/** Makes text of what components of Docusaurus, Starlight and the like would show. */
function unfoldComponents(document: Document, language: string): void {
  for (const badge of getElementsByTagName('badge', document)) {
    if (badge.attribs.text) prependChild(badge, new Text(badge.attribs.text));
  }
  for (const element of findAll(({ name }) => TITLED.has(name) || CALLOUTS.has(name), document.children)) {
    if (CALLOUTS.has(element.name)) toCallout(element, language);
    else addTitle(element, titleOf(element));
  }
}

function toCallout(element: Element, language: string): void {
  const { type = '', kind = type, variant = kind } = element.attribs;
  const callout =
    calloutOf(variant, titleOf(element), language) ?? calloutOf(element.name, titleOf(element), language);
  // An `<aside>` of HTML is no callout.
  if (element.name === 'aside' && !variant) return;
  element.name = 'div';
  element.attribs = callout?.kind ? { class: callout.kind } : {};
  addTitle(element, callout?.title);
}

function titleOf({ attribs }: Element): string | undefined {
  return attribs.title || attribs.label || attribs.value || undefined;
}

function addTitle(element: Element, title: string | undefined): void {
  if (title) prependChild(element, new Element('p', {}, [new Element('strong', {}, [new Text(title)])]));
}
