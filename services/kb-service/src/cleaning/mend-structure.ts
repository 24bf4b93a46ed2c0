import { type ChildNode, type Element, hasChildren, isTag, isText, type ParentNode, Text } from 'domhandler';
import { findOne, textContent } from 'domutils';
import { isOnTheWeb, kindOfAddress, shortAddress, webAddress } from './addresses.ts';
import { DROPPED_WITH_CONTENT } from './allowed-markup.ts';
import { isBlank, mendLists } from './mend-lists.ts';
import { adopt, elementAround } from './rewrite.ts';

const HEADING = /^h[1-6]$/;
const BLOCK = /^(?:blockquote|br|div|dl|h[1-6]|hr|input|ol|p|pre|table|ul)$/;
const MEDIA = new Set('audio embed iframe img input object video'.split(' '));
const NAMED_LINKS = new Set(['//host', 'http:', 'https:', 'mailto:', 'relative', 'tel:']);
const SCOPES = new Set(['col', 'colgroup', 'row', 'rowgroup']);

const dropped = new Set(DROPPED_WITH_CONTENT);

interface Inside {
  text: boolean;
  media: boolean;
  link: boolean;
}

interface Mending {
  /** IDs of cells. */
  cells: Set<string>;
  /** How many frames have a title. */
  titles: Map<string, number>;
}

/**
 * Mends what screen readers stumble over: lists and their items, links, headings and header cells without text, boxes
 * without labels, and languages that do not exist. Visits each node once, since content can be large.
 */
export function mendStructure(root: ParentNode): void {
  const mending: Mending = { cells: new Set(), titles: new Map() };
  collectCells(root, mending.cells);
  mendChildren(root, mending, false);
}

function collectCells({ children }: ParentNode, cells: Set<string>): void {
  for (const child of children) {
    if (!hasChildren(child)) continue;
    if (isTag(child) && isCell(child) && child.attribs.id) cells.add(child.attribs.id);
    collectCells(child, cells);
  }
}

function mendChildren(parent: ParentNode, mending: Mending, isLabelled: boolean): Inside {
  const inside: Inside = { text: false, media: false, link: false };
  const children: ChildNode[] = [];
  for (const child of parent.children) {
    if (isText(child) && child.data.trim() !== '') inside.text = true;
    if (!isTag(child) || dropped.has(child.name)) {
      children.push(child);
      continue;
    }
    const found = mendChildren(child, mending, isLabelled || child.name === 'label');
    for (const node of mendElement(child, found, mending)) children.push(node);
    inside.text ||= found.text;
    inside.media ||= found.media || MEDIA.has(child.name);
    inside.link ||= found.link || child.name === 'a';
  }
  adopt(parent, mendLists(parent, isLabelled ? children : labelBoxes(children)));
  return inside;
}

/** @returns what stands in the place of the element */
function mendElement(element: Element, inside: Inside, { cells, titles }: Mending): ChildNode[] {
  const { name, attribs } = element;
  if (attribs.title?.trim() === '') delete attribs.title;
  if (attribs.lang !== undefined && !isLanguage(attribs.lang)) delete attribs.lang;
  if (name === 'a' && attribs.href !== undefined) return mendLink(element, inside);
  if (HEADING.test(name)) return mendHeading(element, inside);
  if (isCell(element)) mendCell(element, inside, cells);
  if (name === 'iframe' && attribs.title) tellApart(element, attribs.title, titles);
  return [element];
}

function isCell({ name }: Element): boolean {
  return name === 'td' || name === 'th';
}

function isLanguage(tag: string): boolean {
  try {
    const [language = ''] = Intl.getCanonicalLocales(tag.trim());
    return /^[a-z]{2,3}(?:-|$)/.test(language);
  } catch {
    return false;
  }
}

function mendLink(link: Element, inside: Inside): ChildNode[] {
  const { text, media, link: nested } = inside;
  if (text && media && !nested) silenceImages(link);
  if (text || media) return [link];
  const name = nameOfIcon(link);
  if (name) {
    inside.text = true;
    adopt(link, [...link.children, new Text(name)]);
    return [link];
  }
  delete link.attribs.href;
  return link.attribs.id ? [link] : link.children;
}

/** The text in the place of an icon; undefined for links that show nothing, and for those of headings to themselves. */
function nameOfIcon({ attribs, children, parent }: Element): string | undefined {
  const href = attribs.href ?? '';
  if (href.includes('#') && parent && isTag(parent) && HEADING.test(parent.name)) return undefined;
  if (!NAMED_LINKS.has(kindOfAddress(href))) return undefined;
  const own = takeLabel(attribs);
  if (own) return own;
  const icon = findOne((element) => labelOf(element) !== '', children);
  if (icon) return labelOf(icon);
  if (!children.some(isTag)) return undefined;
  const url = isOnTheWeb(href) ? URL.parse(webAddress(href)) : undefined;
  return url ? shortAddress(url) : href.trim().replace(/^(?:mailto|tel):/i, '');
}

/** Text needs no attribute that says the same. */
function takeLabel(attribs: Element['attribs']): string {
  const { 'aria-label': label, title } = attribs;
  const text = label?.trim() || title?.trim() || '';
  delete attribs['aria-label'];
  if (title?.trim() === text) delete attribs.title;
  return text;
}

function labelOf(element: Element): string {
  const { 'aria-label': label, title } = element.attribs;
  const own = element.name === 'title' ? textContent(element) : undefined;
  return (label?.trim() || title?.trim() || own?.trim()) ?? '';
}

/** An image that says the same as its link would be read twice. */
function silenceImages(link: Element): void {
  const text = textContent(link).replace(/\s+/g, ' ').trim().toLowerCase();
  for (const child of link.children)
    if (isTag(child) && child.name === 'img' && child.attribs.alt?.trim().toLowerCase() === text)
      child.attribs.alt = '';
}

function mendHeading(heading: Element, { text, media }: Inside): ChildNode[] {
  const isNamed = heading.children.some((child) => isTag(child) && child.attribs.alt?.trim());
  if (text || (media && isNamed)) return [heading];
  if (!media && !heading.attribs.id) return heading.children;
  heading.name = media ? 'p' : 'div';
  return [heading];
}

function mendCell(cell: Element, { text, media }: Inside, cells: ReadonlySet<string>): void {
  const { attribs } = cell;
  if (!text && !media) cell.name = 'td';
  const isScope = cell.name === 'th' && SCOPES.has(attribs.scope?.toLowerCase() ?? '');
  if (!isScope) delete attribs.scope;
  const headers = attribs.headers?.split(/\s+/).filter((id) => cells.has(id) && id !== attribs.id) ?? [];
  if (headers.length > 0) attribs.headers = headers.join(' ');
  else delete attribs.headers;
}

/** Text behind a box is its label, up to the next block. */
function labelBoxes(children: ChildNode[]): ChildNode[] {
  const labelled: ChildNode[] = [];
  for (let at = 0; at < children.length; at += 1) {
    const box = children[at] as ChildNode;
    let end = at + 1;
    if (isBox(box)) while (end < children.length && !isBlock(children[end])) end += 1;
    const run = children.slice(at, end);
    if (run.slice(1).every(isBlank)) labelled.push(box);
    else {
      labelled.push(elementAround('label', run));
      at = end - 1;
    }
  }
  return labelled;
}

/** Others are removed. */
function isBox(node: ChildNode): boolean {
  if (!isTag(node) || node.name !== 'input') return false;
  return node.attribs.type === 'checkbox' && node.attribs.disabled !== undefined;
}

function isBlock(node: ChildNode | undefined): boolean {
  return node !== undefined && isTag(node) && BLOCK.test(node.name);
}

/** Frames have different titles. */
function tellApart({ attribs }: Element, title: string, titles: Map<string, number>): void {
  const number = (titles.get(title) ?? 0) + 1;
  titles.set(title, number);
  if (number > 1) attribs.title = `${title} (${number})`;
}
