import { asInGuide, withoutRedirect } from '../dialogs/addresses.ts';
import {
  ALLOWED_ELEMENTS,
  isAllowedAttribute,
  isAllowedClass,
  isAllowedFrame,
  isAllowedLink,
} from '../markup/allowed-markup.ts';
import { KEPT_STYLE, makeWordLists } from './word-lists.ts';

/** Elements that are removed with all that is in them. */
const DROPPED = `applet base button canvas embed form frameset head link math meta noembed noframes noscript object
  option script select style svg template textarea title xml xmp`;

/** Ticks of Google Docs, and the ends of paragraphs in Word on the web. */
const MARKERS = 'img[aria-roledescription="checkbox"], span.EOP';

const RENAMED: Record<string, string> = {
  strike: 's',
  tt: 'code',
  acronym: 'abbr',
  font: 'span',
  center: 'div',
};

const STYLE_SHEETS = /<style[\s>][\s\S]*?<\/style\s*>/gi;
const OPENING_TAG = /<[a-z](?:"[^"]*"|'[^']*'|[^"'<>])*>/gi;
const HANDLER = /(?<=[\s/"'])on[a-z]+(?=\s*=)/gi;
const STYLE = /(?<=[\s/"'])style(?=\s*=)/gi;

/** Browsers report what the page's policy forbids as soon as they parse it; styles are still read. */
export function disarm(html: string): string {
  return html.replace(STYLE_SHEETS, '').replace(OPENING_TAG, disarmTag);
}

function disarmTag(tag: string): string {
  if (/^<(?:base|style)\b/i.test(tag)) return '';
  return tag.replace(HANDLER, 'data-handler').replace(STYLE, KEPT_STYLE);
}

/** Whether it was copied from an editor like this one. */
export function isCopied(pasted: HTMLElement): boolean {
  return pasted.querySelector('[data-pm-slice]') !== null;
}

interface Cleaning {
  /** IDs of the guide, which are not to be there twice. */
  taken: ReadonlySet<string>;
  /** As `isCopied` says. */
  isOurs: boolean;
  /** The word for an image: pages cannot read those of Word, and say where they were. */
  image: string;
}

/** @param pasted what a browser made of disarmed HTML; it is changed */
export function cleanPasted(pasted: HTMLElement, cleaning: Cleaning): HTMLElement {
  const { isOurs } = cleaning;
  removeComments(pasted);
  for (const dropped of pasted.querySelectorAll(DROPPED.split(/\s+/).join(','))) dropped.remove();
  if (!isOurs) modernize(pasted);
  takeHome(pasted);
  for (const element of Array.from(pasted.querySelectorAll('*')).reverse()) cleanElement(element, cleaning);
  if (!isOurs) tidy(pasted);
  return pasted;
}

function removeComments(root: Node): void {
  for (const node of Array.from(root.childNodes)) {
    if (node.nodeType === Node.COMMENT_NODE) node.remove();
    else removeComments(node);
  }
}

/** Pictures and links of the desk get the addresses that guides have; what shows a picture larger is left out. */
function takeHome(root: HTMLElement): void {
  for (const element of root.querySelectorAll('[href], [src]'))
    for (const name of ['href', 'src']) {
      const value = element.getAttribute(name);
      if (value !== null) element.setAttribute(name, asInGuide(value, location.href));
    }
  for (const image of root.querySelectorAll('a.enlarge > img')) image.parentElement?.replaceWith(image);
}

/** Formatting that word processors write by styles, and by addresses of their own. */
function modernize(root: HTMLElement): void {
  for (const marker of root.querySelectorAll(MARKERS)) marker.remove();
  makeWordLists(root);
  nestLists(root);
  for (const [name, modern] of Object.entries(RENAMED))
    for (const old of root.querySelectorAll(name)) rename(old, modern);
  for (const element of root.querySelectorAll(`[${KEPT_STYLE}]`)) styleByElements(element);
  for (const link of root.querySelectorAll('a[href]'))
    link.setAttribute('href', withoutRedirect(link.getAttribute('href') ?? ''));
  lowerHeadings(root);
}

/** Google Docs writes a list within a list beside the item that it belongs to. */
function nestLists(root: HTMLElement): void {
  for (const list of root.querySelectorAll(':is(ul, ol) > :is(ul, ol)'))
    if (list.previousElementSibling?.localName === 'li') list.previousElementSibling.append(list);
}

function rename(element: Element, name: string): Element {
  const renamed = document.createElement(name);
  for (const { name: attribute, value } of element.attributes) renamed.setAttribute(attribute, value);
  renamed.append(...element.childNodes);
  element.replaceWith(renamed);
  return renamed;
}

function styleByElements(element: Element): void {
  const style = readStyle(element);
  // Google Docs wraps everything in a `<b>` that is not bold.
  if (element.localName === 'b' && /^(?:normal|400)$/.test(style.get('font-weight') ?? '')) unwrap(element);
  if (element.localName === 'td' || element.localName === 'th') alignCell(element, style.get('text-align'));
  if (element.localName !== 'span') return;
  const line = style.get('text-decoration') ?? '';
  const names = [
    /^(?:bold|[6-9]00)$/.test(style.get('font-weight') ?? '') && 'strong',
    style.get('font-style') === 'italic' && 'em',
    line.includes('line-through') && 's',
    style.get('vertical-align') === 'super' && 'sup',
    style.get('vertical-align') === 'sub' && 'sub',
  ];
  for (const name of names) if (name) wrapContent(element, name);
}

function readStyle(element: Element): Map<string, string> {
  const declarations = (element.getAttribute(KEPT_STYLE) ?? '').split(';').map((each) => each.split(':'));
  return new Map(
    declarations.map(([name = '', ...value]) => [
      name.trim().toLowerCase(),
      value.join(':').trim().toLowerCase(),
    ]),
  );
}

function alignCell(cell: Element, alignment: string | undefined): void {
  if (alignment === 'center' || alignment === 'right') cell.setAttribute('align', alignment);
}

function wrapContent(element: Element, name: string): void {
  const wrapper = document.createElement(name);
  wrapper.append(...element.childNodes);
  element.append(wrapper);
}

function unwrap(element: Element): void {
  element.replaceWith(...element.childNodes);
}

/** The title is the guide's only heading of the first level. */
export function lowerHeadings(root: HTMLElement): void {
  if (!root.querySelector('h1')) return;
  for (const level of [5, 4, 3, 2, 1])
    for (const heading of root.querySelectorAll(`h${level}`)) rename(heading, `h${level + 1}`);
}

function cleanElement(element: Element, cleaning: Cleaning): void {
  const { localName: name } = element;
  if (!ALLOWED_ELEMENTS.has(name)) {
    unwrap(element);
    return;
  }
  for (const { name: attribute, value } of Array.from(element.attributes))
    if (!isKept(element, { attribute, value, ...cleaning })) element.removeAttribute(attribute);
  cleanClasses(element);
  const source = element.getAttribute('src') ?? '';
  if (name === 'iframe' && !isAllowedFrame(source)) element.remove();
  else if (name === 'img' && !/^(?:https?:|\/files\/)/i.test(source))
    element.replaceWith(nameOf(element, cleaning));
  else if (name === 'input' || name === 'audio' || name === 'video' || name === 'source')
    removeUnlessOurs(element, cleaning);
  else if (!cleaning.isOurs && isBare(element)) unwrap(element);
}

function nameOf(image: Element, { image: name }: Cleaning): string {
  const alternative = image.getAttribute('alt')?.trim();
  return `[${alternative ? `${name}: ${alternative}` : name}]`;
}

function isKept(
  element: Element,
  { attribute, value, taken, isOurs }: Cleaning & { attribute: string; value: string },
): boolean {
  if (!isAllowedAttribute(element.localName, attribute)) return false;
  if (attribute === 'id') return isOurs && !taken.has(value);
  if (attribute === 'dir') return isOurs || value === 'rtl';
  if (attribute === 'lang') return isOurs;
  if (attribute === 'href') return isAllowedLink(value);
  if (attribute === 'cite') return /^https?:/i.test(value);
  if (attribute === 'align') return /^(?:left|center|right)$/.test(value);
  if (!isOurs && (attribute === 'width' || attribute === 'height')) return /^\d+$/.test(value);
  return isOurs || attribute !== 'title';
}

function cleanClasses(element: Element): void {
  const classes = Array.from(element.classList).filter(isAllowedClass);
  if (classes.length > 0) element.setAttribute('class', classes.join(' '));
  else element.removeAttribute('class');
}

function removeUnlessOurs(element: Element, { isOurs }: Cleaning): void {
  if (!isOurs) element.remove();
}

/** Without attributes these say nothing. */
function isBare({ localName, attributes }: Element): boolean {
  return (
    attributes.length === 0 && ['span', 'section', 'label', 'a', 'bdo', 'colgroup', 'col'].includes(localName)
  );
}

/** Empty paragraphs of word processors, and paragraphs that are all there is in an item or a cell. */
function tidy(root: HTMLElement): void {
  for (const block of root.querySelectorAll('div'))
    if (block.attributes.length === 0 && isOfBlocks(block)) unwrap(block);
    else if (block.attributes.length === 0) rename(block, 'p');
  for (const lineBreak of root.querySelectorAll('br'))
    if (lineBreak.parentElement?.querySelector(`:scope > :is(${BLOCKS})`)) lineBreak.remove();
  for (const paragraph of root.querySelectorAll('p, h1, h2, h3, h4, h5, h6')) {
    const isEmpty = !paragraph.textContent?.trim() && !paragraph.querySelector('img, iframe');
    const isAlone = paragraph.parentElement?.matches('li, td, th') && isOnly(paragraph);
    if (isEmpty) paragraph.remove();
    else if (isAlone && paragraph.localName === 'p') unwrap(paragraph);
  }
}

const BLOCKS = 'p, div, ul, ol, table, h1, h2, h3, h4, h5, h6, pre, blockquote, dl, figure, hr';

function isOfBlocks(block: Element): boolean {
  return block.querySelector(BLOCKS) !== null;
}

/** But for lists below it. */
function isOnly(paragraph: Element): boolean {
  return Array.from(paragraph.parentElement?.children ?? []).every(
    (sibling) => sibling === paragraph || sibling.localName === 'ul' || sibling.localName === 'ol',
  );
}
