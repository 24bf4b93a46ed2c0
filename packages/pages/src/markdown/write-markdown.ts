import { catalogueOf } from '@guidepost/i18n';
import type { Element, ElementContent, Nodes } from 'hast';
import { toHtml } from 'hast-util-to-html';
import { defaultHandlers, type Handle, type State, toMdast } from 'hast-util-to-mdast';
import type {
  BlockContent,
  Blockquote,
  DefinitionContent,
  FootnoteDefinition,
  FootnoteReference,
  Html,
  Parents,
  PhrasingContent,
  Root,
  RootContent,
  Table,
} from 'mdast';
import rehypeParse from 'rehype-parse';
import remarkGfm from 'remark-gfm';
import remarkStringify from 'remark-stringify';
import { unified } from 'unified';

export interface HtmlToWrite {
  /** Cleaned. */
  html: string;
  /** ISO 639-1; the titles of callouts in it need not be written. */
  language: string;
  /** The absolute URL before paths of the site, without a trailing slash; undefined to leave them as they are. */
  base?: string | undefined;
  /** The same before `/files/`; default: the origin of the site. */
  files?: string | undefined;
  /** The path below `base` of the folder in which the page is; `/` by default. */
  folder?: string;
}

type Flow = BlockContent | DefinitionContent;

/** Text elements that Markdown lacks and can have as HTML. */
const INLINE = 'abbr bdi bdo cite dfn ins kbd mark q rp rt ruby samp small sub sup time u var'.split(' ');

/** Blocks whose tags Markdown can have around other blocks. */
const BLOCKS = 'dd details dl figure'.split(' ');

/** Elements that stay HTML as a whole. */
const WHOLE = 'audio dt figcaption iframe summary video'.split(' ');

/** Blocks that a cell of a table in Markdown cannot have. */
const IN_NO_CELL = new Set('blockquote details div dl figure h2 h3 h4 h5 h6 hr ol p pre table ul'.split(' '));

/** The classes of callouts and the text with their title. */
const CALLOUTS = ['note', 'info', 'tip', 'important', 'warning', 'caution'] as const;

const ADDRESSES = ['href', 'src', 'cite'];

const writer = unified()
  .use(remarkGfm)
  .use(remarkStringify, { bullet: '-', listItemIndent: 'one', rule: '-' });

const JOINED = new Set(['delete', 'emphasis', 'strong']);

/** Marks that Markdown would show if there were nothing between them. */
const MARKS = ['b', 'code', 'del', 'em', 'i', 's', 'strong'];

const byDefault: Readonly<Record<string, Handle>> = defaultHandlers;

const handlers: Record<string, Handle> = {
  ...handlersOf(MARKS, (state, element, parent) =>
    hasText(element) ? byDefault[element.tagName]?.(state, element, parent) : undefined,
  ),
  ...handlersOf(INLINE, writeInline),
  ...handlersOf(BLOCKS, writeBlock),
  ...handlersOf(WHOLE, (_, element) => asHtml(element)),
  // An anchor is no link.
  a: (state, element) =>
    element.properties.href === undefined ? state.all(element) : defaultHandlers.a(state, element),
  table: writeTable,
  hr: (state, element) =>
    hasClass(element, 'footnotes-sep') ? undefined : defaultHandlers.hr(state, element),
  label: (state, element) => state.all(element),
  li: writeItem,
  sup: (state, element) => referenceIn(element) ?? writeInline(state, element),
  section: (state, element) =>
    hasClass(element, 'footnotes') ? writeFootnotes(state, element) : state.all(element),
};

/**
 * The text of HTML as GitHub Flavored Markdown. Elements that it lacks stay HTML, with Markdown between their tags
 * where that is read as such. Takes some milliseconds for each ten kilobytes.
 */
export function writeMarkdown({ html, language, base, files, folder = '/' }: HtmlToWrite): string {
  const tree = unified().use(rehypeParse, { fragment: true }).parse(html);
  if (base !== undefined)
    resolveAddresses(tree, resolver({ base, folder, files: files ?? new URL(base).origin }));
  const markdown = toMdast(tree, {
    handlers: {
      ...handlers,
      div: (state, element) => writeCallout(state, element, language) ?? state.all(element),
    },
  });
  joinMarks(markdown as Root);
  return writer.stringify(markdown as Root).trim();
}

/** The closing mark of one and the opening mark of the next would be another mark. */
function joinMarks(parent: Parents): void {
  const joined: RootContent[] = [];
  for (const node of parent.children) {
    const last = joined.at(-1);
    if (last?.type === 'inlineCode' && node.type === 'inlineCode') last.value += node.value;
    else if (last?.type === node.type && JOINED.has(node.type) && 'children' in last && 'children' in node)
      (last.children as RootContent[]).push(...node.children);
    else joined.push(node);
  }
  parent.children = joined;
  for (const node of joined) if ('children' in node) joinMarks(node);
}

function handlersOf(names: readonly string[], handle: Handle): Record<string, Handle> {
  return Object.fromEntries(names.map((name) => [name, handle]));
}

function writeInline(state: State, element: Element): PhrasingContent[] {
  const [opening, closing] = tagsOf(element);
  return [opening, ...(state.all(element) as PhrasingContent[]), closing];
}

function writeBlock(state: State, element: Element): Flow[] {
  const [opening, closing] = tagsOf(element);
  return [opening, ...(state.toFlow(state.all(element)) as Flow[]), closing];
}

/** As GitHub's alerts: https://docs.github.com/get-started/writing-on-github */
function writeCallout(state: State, element: Element, language: string): Blockquote | undefined {
  const kind = CALLOUTS.find((name) => hasClass(element, name));
  const [first, ...others] = element.children.filter(isNoSpace);
  const title = first && titleIn(first);
  if (!kind || title === undefined) return undefined;
  const named = title === catalogueOf(language).callouts[kind] ? '' : ` ${title}`;
  const marker: Html = { type: 'html', value: `[!${kind.toUpperCase()}]${named}` };
  const content = state.toFlow(state.all({ ...element, children: others })) as Flow[];
  return { type: 'blockquote', children: [marker, ...content] };
}

/** The text of a paragraph that is one strong text. */
function titleIn(node: ElementContent): string | undefined {
  if (node.type !== 'element' || node.tagName !== 'p') return undefined;
  const [strong, ...others] = node.children;
  if (strong?.type !== 'element' || strong.tagName !== 'strong' || others.length > 0) return undefined;
  const [text, ...rest] = strong.children;
  return text?.type === 'text' && rest.length === 0 && !text.value.includes('\n')
    ? text.value.trim()
    : undefined;
}

/** A task's box stands in the label of its text. */
function writeItem(state: State, element: Element): ReturnType<Handle> {
  const [label, ...others] = element.children.filter(isNoSpace);
  const isTask = label?.type === 'element' && label.tagName === 'label';
  const text: Element = {
    type: 'element',
    tagName: 'p',
    properties: {},
    children: isTask ? label.children : [],
  };
  return defaultHandlers.li(state, isTask ? { ...element, children: [text, ...others] } : element);
}

/** The footnote that a raised number leads to. */
function referenceIn(element: Element): FootnoteReference | undefined {
  const [link] = element.children;
  if (!hasClass(element, 'footnote-ref') || link?.type !== 'element') return undefined;
  const { href } = link.properties;
  return typeof href === 'string' && href.startsWith('#')
    ? { type: 'footnoteReference', identifier: href.slice(1) }
    : undefined;
}

function writeFootnotes(state: State, element: Element): FootnoteDefinition[] {
  const list = element.children.find((child) => child.type === 'element' && child.tagName === 'ol') as
    | Element
    | undefined;
  const items = list?.children.filter((child) => child.type === 'element') ?? [];
  return items.map((item) => {
    const content = withoutBackReferences(item);
    const children = state.toFlow(state.all(content)) as Flow[];
    return { type: 'footnoteDefinition', identifier: String(item.properties.id), children };
  });
}

function withoutBackReferences(element: Element): Element {
  const children = element.children
    .filter((child) => child.type !== 'element' || !hasClass(child, 'footnote-backref'))
    .map((child) => (child.type === 'element' ? withoutBackReferences(child) : child));
  return { ...element, children };
}

function writeTable(state: State, element: Element): Table | Html {
  const isSimple = !state.inTable && isSimpleTable(element);
  return isSimple ? (defaultHandlers.table(state, element) as Table) : asHtml(element);
}

/** Whether Markdown can have it: a head of one row, and nothing but text in its cells. */
function isSimpleTable(table: Element): boolean {
  const parts = table.children.filter(isNoSpace);
  const [head, ...others] = parts;
  if (head?.type !== 'element' || head.tagName !== 'thead') return false;
  if (head.children.filter(isNoSpace).length !== 1) return false;
  if (others.length > 1 || others.some((part) => part.type !== 'element' || part.tagName !== 'tbody'))
    return false;
  return !contains(
    table,
    ({ tagName, properties }) =>
      IN_NO_CELL.has(tagName) || properties.colSpan !== undefined || properties.rowSpan !== undefined,
  );
}

function contains(parent: Element, matches: (element: Element) => boolean): boolean {
  return parent.children.some(
    (child) => child.type === 'element' && (matches(child) || contains(child, matches)),
  );
}

function hasClass({ properties: { className } }: Element, name: string): boolean {
  return Array.isArray(className) && className.includes(name);
}

function hasText(parent: Element): boolean {
  return parent.children.some((child) =>
    child.type === 'element'
      ? child.tagName === 'img' || hasText(child)
      : child.type === 'text' && child.value !== '',
  );
}

function isNoSpace(node: ElementContent): boolean {
  return node.type !== 'text' || node.value.trim() !== '';
}

function tagsOf(element: Element): [opening: Html, closing: Html] {
  const closing = `</${element.tagName}>`;
  const opening = toHtml({ ...element, children: [] }).slice(0, -closing.length);
  return [
    { type: 'html', value: opening },
    { type: 'html', value: closing },
  ];
}

/** In Markdown, HTML ends at an empty line. */
function asHtml(element: Element): Html {
  return { type: 'html', value: toHtml(element).replaceAll(/\n(?=\s{0,1000}\n)/g, '&#10;') };
}

function resolveAddresses(node: Nodes, absolute: (address: string) => string): void {
  if (node.type === 'element') {
    for (const name of ADDRESSES) {
      const address = node.properties[name];
      if (typeof address === 'string') node.properties[name] = absolute(address);
    }
  }
  if ('children' in node) for (const child of node.children) resolveAddresses(child, absolute);
}

function resolver({ base, folder, files }: Record<'base' | 'folder' | 'files', string>) {
  const page = base + folder;
  return (address: string): string => {
    if (address.startsWith('/files/')) return files + address;
    if (address.startsWith('/') && !address.startsWith('//')) return base + address;
    return address.startsWith('#') || !URL.canParse(address, page) ? address : new URL(address, page).href;
  };
}
