import { extname } from 'node:path';
import { AppError, foldWhiteSpace } from '@guidepost/service-kit';
import {
  type ChildNode,
  type Document,
  type Element,
  isCDATA,
  isTag,
  isText,
  type ParentNode,
  Text,
} from 'domhandler';
import {
  existsOne,
  find,
  findAll,
  findOne,
  getElementsByTagName,
  removeElement,
  replaceElement,
  textContent,
} from 'domutils';
import { parseHtml } from '../../../cleaning/parse-html.ts';
import { countTags, type NotationFindings, noNotation } from '../../../markdown/notation.ts';
import { decodeHtml } from '../decode.ts';
import { splitFrontMatter } from './front-matter.ts';

export interface PageOrigin {
  path: string;
  language: string;
  /** The variables of a Jekyll site. */
  variables?: ReadonlyMap<string, string> | undefined;
}

export interface Page {
  title: string | undefined;
  keywords: string[];
  /** Places to link to in the heading that became the title. */
  titleAnchors: string[];
  /** Its children are the content. */
  root: ParentNode;
  empty: boolean;
  /** The notation of site generators; undefined in HTML. */
  notation?: NotationFindings;
}

const CONTENT_ROOTS: ((element: Element) => boolean)[] = [
  ({ name }) => name === 'main',
  ({ attribs }) => attribs.role === 'main',
  ({ name }) => name === 'article',
  ({ name }) => name === 'body',
];

const NAVIGATION_CLASSES = ['navheader', 'navfooter', 'headerlink'];

const HEAD_ELEMENTS = ['base', 'head', 'link', 'meta', 'title'];

const XHTML_NAMESPACE = 'http://www.w3.org/1999/xhtml';

/** Characters with the doctype, comments and `<html>`. */
const FIRST_TAGS = 2_000;

/** @throws AppError `invalid` if the file is truncated or not in its encoding */
export function readHtmlPage(bytes: Uint8Array, path: string): Page {
  const { front, text: html } = splitFrontMatter(decodeHtml(bytes, path), path);
  const document = parseHtml(html, { place: path, xhtml: isXhtml(html, path) });
  showCharacterData(document);
  refuseCutShort(document, html, path);
  const page = readPage(document, front.title && foldWhiteSpace(front.title));
  return {
    ...page,
    notation: notationIn(page.root.children),
    keywords: [...(front.tags ?? []).map(foldWhiteSpace), ...page.keywords],
  };
}

/**
 * Extracts the content of a page, without navigation and without the heading that becomes its title.
 * @param said the title that the file itself gives
 */
function readPage(document: Document, said?: string): Page {
  const root = findContentRoot(document);
  const keywords = findKeywords(document);
  for (const element of findAll(isNavigation, root.children)) removeElement(element);
  const title = said ?? findTitle(document, root);
  if (root === document) removeHead(document);
  const empty = isEmpty(root);
  const titleAnchors = title ? removeHeading(root, title) : [];
  return { title, titleAnchors, keywords, root, empty };
}

/** Extracts the content of a fragment. @param title default: the `<h1>` with which it begins */
export function readFragment(
  root: Document,
  title: string | undefined,
): Pick<Page, 'title' | 'titleAnchors' | 'root' | 'empty'> {
  removeHead(root);
  const [heading] = headingsIn(root);
  const isTitle = heading?.name === 'h1' && !hasTextBefore(root, heading);
  const found = title ?? ((isTitle && textOf(heading)) || undefined);
  const empty = isEmpty(root);
  const titleAnchors = found ? removeHeading(root, found) : [];
  return { title: found, titleAnchors, root, empty };
}

function findContentRoot(document: Document): ParentNode {
  for (const test of CONTENT_ROOTS) {
    const found = findOne(test, document.children);
    if (found) return found;
  }
  return document;
}

function isNavigation({ name, attribs }: Element): boolean {
  if (name === 'nav') return true;
  const classes = attribs.class?.split(/\s+/) ?? [];
  return NAVIGATION_CLASSES.some((navigation) => classes.includes(navigation));
}

/** An `<h1>` behind other headings is at most the title if there is no better one. */
function findTitle(document: Document, root: ParentNode): string | undefined {
  const headings = headingsIn(root).filter((heading) => textOf(heading) !== '');
  const [first, ...others] = headings.filter(({ name }) => name === 'h1');
  const title = findOne(({ name }) => name === 'title', document.children);
  const heading = first === undefined || first === headings[0] ? first : undefined;
  const only = first !== undefined && others.length === 0 ? first : undefined;
  return textOf(heading ?? null) || textOf(title) || textOf(only ?? null) || undefined;
}

function headingsIn(root: ParentNode): Element[] {
  return findAll(({ name }) => /^h[1-6]$/.test(name), root.children);
}

/** Pictures may stand above a title, such as a logo. */
function hasTextBefore(root: ParentNode, element: Element): boolean {
  const pending = root.children.toReversed();
  for (let node = pending.pop(); node && node !== element; node = pending.pop()) {
    if (node.type === 'text' && node.data.trim() !== '') return true;
    if ('children' in node) for (const child of node.children.toReversed()) pending.push(child);
  }
  return false;
}

/** @returns the places to link to that were removed */
function removeHeading(root: ParentNode, title: string): string[] {
  const [heading] = headingsIn(root);
  if (!heading || textOf(heading) !== title) return [];
  let emptied: Element = heading;
  while (emptied.parent && emptied.parent !== root && isAlone(emptied)) emptied = emptied.parent as Element;
  removeElement(emptied);
  const elements = findAll(() => true, [heading]);
  return elements.flatMap(({ attribs: { id, name } }) => [id, name].filter((anchor) => anchor !== undefined));
}

function isAlone(element: Element): boolean {
  const { attribs, children } = element.parent as Element;
  return !attribs.id && children.every((child) => child === element || isBlank(child));
}

function isBlank(node: Element['children'][number]): boolean {
  return node.type === 'comment' || (node.type === 'text' && node.data.trim() === '');
}

function removeHead(document: Document): void {
  for (const element of findAll(({ name }) => HEAD_ELEMENTS.includes(name), document.children)) {
    removeElement(element);
  }
}

function isEmpty({ children }: ParentNode): boolean {
  const shows = existsOne(({ name }) => /^(?:img|video|audio|iframe)$/.test(name), children);
  return !shows && foldWhiteSpace(textContent(children)) === '';
}

function findKeywords(document: Document): string[] {
  const metas = getElementsByTagName('meta', document.children);
  const contents = metas
    .filter(({ attribs }) => attribs.name?.toLowerCase() === 'keywords')
    .flatMap(({ attribs }) => (attribs.content ?? '').split(','));
  return contents.map(foldWhiteSpace).filter(Boolean);
}

function textOf(element: Element | null): string {
  return element ? foldWhiteSpace(textContent(element)) : '';
}

/** Tags of Jekyll and the like in text, but not in code. */
function notationIn(nodes: ChildNode[], notation = noNotation()): NotationFindings {
  for (const node of nodes) {
    if (isText(node)) countTags(node.data, notation);
    else if (isTag(node) && !/^(?:code|kbd|pre|samp|script|style)$/.test(node.name)) {
      notationIn(node.children, notation);
    }
  }
  return notation;
}

function refuseCutShort(document: Document, html: string, path: string): void {
  const opened = document.children.some((node) => node.type === 'tag' && node.name === 'html');
  if (opened && !/<\/html\s*>/i.test(html)) {
    throw new AppError('invalid', `${path}: truncated, </html> is missing`);
  }
}

/** HTML in the namespace of XHTML comes from programs that write XML, where `<a id="x" />` is empty as well. */
function isXhtml(html: string, path: string): boolean {
  return (
    extname(path).toLowerCase() === '.xhtml' ||
    /^\s*<\?xml\s/.test(html) ||
    html.slice(0, FIRST_TAGS).includes(XHTML_NAMESPACE)
  );
}

/** `<![CDATA[…]]>` of XHTML is text. */
function showCharacterData(document: Document): void {
  for (const section of find(isCDATA, document.children, true, Infinity)) {
    replaceElement(section, new Text(textContent(section)));
  }
}
