import { foldWhiteSpace } from '@guidepost/service-kit';
import type { Document, Element, ParentNode } from 'domhandler';
import { existsOne, findAll, findOne, getElementsByTagName, removeElement, textContent } from 'domutils';

export interface PageOrigin {
  path: string;
  language: string;
}

export interface Page {
  title: string | undefined;
  keywords: string[];
  /** Its children are the content. */
  root: ParentNode;
  empty: boolean;
  /** Undefined if the file does not say. */
  published: boolean | undefined;
  unknownKeys: string[];
}

const CONTENT_ROOTS: ((element: Element) => boolean)[] = [
  ({ name }) => name === 'main',
  ({ attribs }) => attribs.role === 'main',
  ({ name }) => name === 'article',
  ({ name }) => name === 'body',
];

const NAVIGATION_CLASSES = ['navheader', 'navfooter', 'headerlink'];

const HEAD_ELEMENTS = ['base', 'head', 'link', 'meta', 'title'];

/** Extracts the content of a page, without navigation and without the heading that becomes its title. */
export function readPage(document: Document): Page {
  const root = findContentRoot(document);
  const keywords = findKeywords(document);
  for (const element of findAll(isNavigation, root.children)) removeElement(element);
  const title = findTitle(document, root);
  if (root === document) removeHead(document);
  const empty = isEmpty(root);
  if (title) removeHeading(root, title);
  return { title, keywords, root, empty, published: undefined, unknownKeys: [] };
}

/** Extracts the content of a fragment. @param title default: the first `<h1>` */
export function readFragment(
  root: Document,
  title: string | undefined,
): Pick<Page, 'title' | 'root' | 'empty'> {
  removeHead(root);
  const heading = findOne(({ name }) => name === 'h1', root.children);
  const found = title ?? (textOf(heading) || undefined);
  const empty = isEmpty(root);
  if (found) removeHeading(root, found);
  return { title: found, root, empty };
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

function findTitle(document: Document, root: ParentNode): string | undefined {
  const heading = findOne(({ name }) => name === 'h1', root.children);
  const title = findOne(({ name }) => name === 'title', document.children);
  return textOf(heading) || textOf(title) || undefined;
}

function removeHeading(root: ParentNode, title: string): void {
  const heading = findOne(({ name }) => /^h[1-6]$/.test(name), root.children);
  if (!heading || textOf(heading) !== title) return;
  let emptied: Element = heading;
  while (emptied.parent && emptied.parent !== root && isAlone(emptied)) emptied = emptied.parent as Element;
  removeElement(emptied);
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
