import { type ChildNode, Element, isComment, isTag, isText, type ParentNode, Text } from 'domhandler';
import { findAll } from 'domutils';
import { kindOfAddress } from '../../../cleaning/addresses.ts';
import { adopt, elementAround } from '../../../cleaning/rewrite.ts';

/** Elements that stand by themselves, between paragraphs. */
const BLOCKS = new Set(
  'address article aside blockquote dd details div dl dt figure footer form h1 h2 h3 h4 h5 h6 header hr iframe li main nav ol p pre section summary table tbody td tfoot th thead tr ul video'.split(
    ' ',
  ),
);

/** In these, texts of the old editor have paragraphs. */
const WITH_PARAGRAPHS = new Set(['blockquote', 'div', 'section', 'article']);

const AS_TYPED = new Set(['pre', 'code', 'script', 'style', 'textarea']);

/** Shortcodes of page builders, around content. */
const WRAPPERS =
  /^(?:vc_|et_pb_|fusion_|av_|fl_|kc_)|^(?:row|column|col|section|one_half|one_third|two_third)$/;

const SHORTCODE = /\[(\/?)([a-z][a-z0-9_-]{1,40})((?:\s[^[\]]{0,2000})?)\/?\]/gi;

/** Such as `[note]` in a sentence: a shortcode has values, or a name with other characters. */
const PLAIN_WORD = /^[a-z]+$/i;

/**
 * Has the HTML of posts say what WordPress makes of it: paragraphs between empty lines, captions, embedded pages, and
 * addresses of its site.
 * @returns how many other shortcodes there are, which stay as they are typed
 */
export function prepareWordPressHtml(root: ParentNode, site: URL): number {
  for (const name of ['href', 'src']) {
    for (const { attribs } of findAll(({ attribs: own }) => own[name] !== undefined, root.children)) {
      const address = attribs[name] ?? '';
      if (kindOfAddress(address) === 'relative') attribs[name] = URL.parse(address, site)?.href ?? address;
    }
  }
  const isOfBlocks = root.children.some((node) => isComment(node) && node.data.trim().startsWith('wp:'));
  const left = readShortcodes(root);
  if (!isOfBlocks) addParagraphs(root);
  return left;
}

function readShortcodes(parent: ParentNode): number {
  let left = 0;
  const children: ChildNode[] = [];
  for (const child of withCaptions(parent.children)) {
    if (isText(child)) {
      const read = withoutWrappers(child.data);
      left += read.left;
      children.push(...withLinks(read.text));
      continue;
    }
    if (isTag(child) && !AS_TYPED.has(child.name)) left += readShortcodes(child);
    children.push(child);
  }
  adopt(parent, children);
  return left;
}

const CAPTION = /\[(?:wp_)?caption(?:\s[^[\]]{0,2000})?\]/i;
const CAPTION_END = /\[\/(?:wp_)?caption\]/i;

/** `[caption …]<img> Words[/caption]` is a figure. */
function withCaptions(nodes: ChildNode[]): ChildNode[] {
  const result: ChildNode[] = [];
  let figure: ChildNode[] | undefined;
  for (const node of nodes) {
    let rest = isText(node) ? node.data : undefined;
    if (rest === undefined) {
      (figure ?? result).push(node);
      continue;
    }
    for (;;) {
      const mark = (figure ? CAPTION_END : CAPTION).exec(rest);
      const before = mark ? rest.slice(0, mark.index) : rest;
      if (before !== '') (figure ?? result).push(new Text(before));
      if (!mark) break;
      rest = rest.slice(mark.index + mark[0].length);
      if (figure) result.push(figureOf(figure));
      figure = figure ? undefined : [];
    }
  }
  return figure ? [...result, ...figure] : result;
}

function figureOf(nodes: ChildNode[]): Element {
  const isImage = (node: ChildNode): boolean =>
    isTag(node) && (node.name === 'img' || (node.name === 'a' && node.children.some(isImage)));
  const image = nodes.find(isImage);
  const words = nodes.filter((node) => node !== image);
  return elementAround('figure', [...(image ? [image] : []), elementAround('figcaption', words)]);
}

function withoutWrappers(data: string): { text: string; left: number } {
  let left = 0;
  const text = data.replace(SHORTCODE, (whole, end: string, name: string, values: string) => {
    if (WRAPPERS.test(name.toLowerCase()) || name.toLowerCase() === 'embed') return '';
    const isCode = values.trim() !== '' || !PLAIN_WORD.test(name);
    if (isCode && end === '') left += 1;
    return whole;
  });
  return { text, left };
}

const ADDRESS_LINE = /^[ \t]*(https?:\/\/[^\s<>"]{1,2000})[ \t]*$/m;

/** WordPress shows the page behind an address that has a line of its own. */
function withLinks(text: string): ChildNode[] {
  const nodes: ChildNode[] = [];
  let rest = text;
  for (let found = ADDRESS_LINE.exec(rest); found; found = ADDRESS_LINE.exec(rest)) {
    const [line, address = ''] = found;
    const before = rest.slice(0, found.index);
    if (before !== '') nodes.push(new Text(before));
    const link = new Element('a', { href: address });
    adopt(link, [new Text(address)]);
    nodes.push(link);
    rest = rest.slice(found.index + line.length);
  }
  if (rest !== '') nodes.push(new Text(rest));
  return nodes;
}

/** Texts of the editor before blocks have empty lines between paragraphs, and no elements for them. */
function addParagraphs(parent: ParentNode): void {
  const result: ChildNode[] = [];
  let paragraph: ChildNode[] = [];
  const end = () => {
    const nodes = trimmed(paragraph);
    if (nodes.length > 0) result.push(elementAround('p', nodes));
    paragraph = [];
  };
  for (const node of parent.children) {
    if (isTag(node) && BLOCKS.has(node.name)) {
      end();
      if (WITH_PARAGRAPHS.has(node.name)) addParagraphs(node);
      result.push(node);
    } else if (isText(node)) {
      for (const [place, part] of node.data.split(/\n[ \t\r]*\n\s*/).entries()) {
        if (place > 0) end();
        paragraph.push(...withLineBreaks(part));
      }
    } else paragraph.push(node);
  }
  end();
  // A single paragraph in an element is that element.
  const isPlain = result.every((node) => isTag(node) && node.name === 'p');
  const isOnly = isTag(parent) && result.length === 1 && isPlain;
  adopt(parent, isOnly ? (result[0] as Element).children : result);
}

function withLineBreaks(text: string): ChildNode[] {
  return text
    .split('\n')
    .flatMap((line, place) => [
      ...(place > 0 ? [new Element('br', {})] : []),
      ...(line === '' ? [] : [new Text(line)]),
    ]);
}

/** Without line breaks and spaces at both ends. */
function trimmed(nodes: readonly ChildNode[]): ChildNode[] {
  const isGap = (node: ChildNode) =>
    isComment(node) || (isText(node) && node.data.trim() === '') || (isTag(node) && node.name === 'br');
  const first = nodes.findIndex((node) => !isGap(node));
  const last = nodes.findLastIndex((node) => !isGap(node));
  return first < 0 ? [] : nodes.slice(first, last + 1);
}
