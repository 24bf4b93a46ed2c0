import { DomUtils, parseDocument } from 'htmlparser2';

type Element = ReturnType<typeof DomUtils.getElementsByTagName>[number];
type Node = Element['children'][number];

/** A page of GNOME's help in Mallard, where pages name the guides that list them. */
export interface MallardPage {
  id: string;
  title: string;
  description: string;
  listedBy: string[];
  body: Node[];
}

const HTML_NAMES: Record<string, string> = {
  p: 'p',
  steps: 'ol',
  list: 'ul',
  terms: 'ul',
  item: 'li',
  section: 'div',
  note: 'div',
  example: 'div',
  table: 'table',
  tr: 'tr',
  td: 'td',
  screen: 'pre',
};

const NOT_SHOWN = new Set(['info', 'comment', 'media', 'links', 'title']);

/** @param xml a `.page` file */
export function readMallardPage(xml: string): MallardPage {
  const document = parseDocument(xml, { xmlMode: true });
  const [page] = DomUtils.getElementsByTagName('page', document.children);
  if (!page) throw new Error('This is not a Mallard page.');
  const child = (parent: Element | undefined, name: string) =>
    parent?.children.find((node): node is Element => node.type === 'tag' && node.name === name);
  const information = child(page, 'info');
  const description = child(information, 'desc');
  const links = information ? DomUtils.getElementsByTagName('link', information.children, false) : [];
  return {
    id: page.attribs.id ?? '',
    title: plain(child(page, 'title')),
    description: plain(description),
    listedBy: links.flatMap(({ attribs: { type, xref } }) => (type === 'guide' && xref ? [idOf(xref)] : [])),
    body: page.children,
  };
}

/** @param titles of all pages by id, for links without text */
export function mallardHtml(
  { title, body }: MallardPage,
  listed: MallardPage[],
  titles: Map<string, string>,
) {
  const content = body.map((node) => nodeHtml(node, titles)).join('');
  const list = listed.map(
    (page) =>
      `<li><a href="${page.id}.html">${escapeHtml(page.title)}</a>: ${escapeHtml(page.description)}</li>`,
  );
  const lists = list.length > 0 ? `<ul>${list.join('')}</ul>` : '';
  return `<html><head><title>${escapeHtml(title)}</title></head><body><h1>${escapeHtml(title)}</h1>${content}${lists}</body></html>\n`;
}

function nodeHtml(node: Node, titles: Map<string, string>): string {
  if (node.type === 'text') return escapeHtml(node.data);
  if (node.type !== 'tag') return '';
  const { name, attribs, children, parent } = node;
  if (name === 'title' && parent?.type === 'tag' && parent.name !== 'page') return heading(node);
  if (NOT_SHOWN.has(name)) return '';
  const inside = children.map((child) => nodeHtml(child, titles)).join(sign(name));
  const id = name === 'link' ? idOf(attribs.xref ?? '') : '';
  if (id) {
    return `<a href="${id}.html">${inside || escapeHtml(titles.get(id) ?? '')}</a>`;
  }
  const htmlName = HTML_NAMES[name];
  return htmlName ? `<${htmlName}>${inside}</${htmlName}>` : inside;
}

/** The separator between keys of a combination, or between steps through menus. */
function sign(name: string): string {
  return { keyseq: '+', guiseq: ' ▸ ' }[name] ?? '';
}

function heading(title: Element): string {
  const words = escapeHtml(plain(title));
  const { parent } = title;
  return parent?.type === 'tag' && parent.name === 'section' ? `<h2>${words}</h2>` : `<p>${words}</p>`;
}

function idOf(xref: string): string {
  return xref.replace(/#.*$/, '');
}

function plain(element: Element | undefined): string {
  return element ? DomUtils.textContent(element).replace(/\s+/g, ' ').trim() : '';
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
