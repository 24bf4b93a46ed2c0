import { INLINE, LINES, MEDIA } from './element-names.ts';
import { type Attributes, isText, type MarkupElement, type MarkupNode } from './markup.ts';

/**
 * Markup without the white space that is not shown. Where blocks follow each other, `gap` is what the source has
 * before a block, and `end` what it has before the closing tag.
 */
export type Block = Box | Line | Loose;

interface Placed {
  readonly gap: string;
  /** The block in its source. */
  readonly source: string;
}

/** An element with blocks in it. */
export interface Box extends Placed {
  readonly kind: 'box';
  readonly name: string;
  readonly attributes: Attributes;
  readonly blocks: readonly Block[];
  readonly end: string;
}

/** An element that is a line of text, such as a paragraph. */
export interface Line extends Placed {
  readonly kind: 'line';
  readonly name: string;
  readonly attributes: Attributes;
  readonly inlines: readonly Inline[];
  /** A line break right after `<pre>`, which is not shown. */
  readonly lineBreak: boolean;
}

/** Text beside blocks or in a box, without an element of its own. */
export interface Loose extends Placed {
  readonly kind: 'loose';
  readonly inlines: readonly Inline[];
}

export type Inline = string | InlineElement;

export interface InlineElement {
  readonly name: string;
  readonly attributes: Attributes;
  readonly inlines: readonly Inline[];
  /** For media, whose content is kept as it is. */
  readonly source: string;
}

export interface Content {
  readonly blocks: readonly Block[];
  readonly end: string;
}

const SPACES = /[ \t\n\r\f]+/g;
const SPACE_BEFORE = /^[ \t\n\r\f]*/;
const SPACE_AFTER = /(?<![ \t\n\r\f])[ \t\n\r\f]*$/;

/** The shown content of a document. @param source what the nodes were parsed from */
export function readContent(nodes: readonly MarkupNode[], source: string): Content {
  const blocks: Block[] = [];
  let gap = '';
  for (const run of runsOf(nodes)) {
    if (Array.isArray(run)) {
      const raw = source.slice(run[0]?.start, run.at(-1)?.end);
      const before = SPACE_BEFORE.exec(raw)?.[0] ?? '';
      const inlines = collapse(run, source);
      if (inlines.length === 0) {
        gap += raw;
        continue;
      }
      const after = SPACE_AFTER.exec(raw)?.[0] ?? '';
      const inner = raw.slice(before.length, raw.length - after.length);
      blocks.push({ kind: 'loose', inlines, gap: gap + before, source: inner });
      gap = after;
    } else {
      blocks.push(readBlock(run, gap, source));
      gap = '';
    }
  }
  return { blocks, end: gap };
}

/** Adjacent inline nodes together, blocks alone. */
function runsOf(nodes: readonly MarkupNode[]): (MarkupNode[] | MarkupElement)[] {
  const runs: (MarkupNode[] | MarkupElement)[] = [];
  for (const node of nodes) {
    const last = runs.at(-1);
    if (!isInline(node)) runs.push(node as MarkupElement);
    else if (Array.isArray(last)) last.push(node);
    else runs.push([node]);
  }
  return runs;
}

function isInline(node: MarkupNode): boolean {
  if (isText(node)) return true;
  if (MEDIA.has(node.name)) return true;
  return INLINE.has(node.name) && node.children.every(isInline);
}

function readBlock(element: MarkupElement, gap: string, whole: string): Block {
  const { name, attributes, children } = element;
  const placed = { name, attributes, gap, source: whole.slice(element.start, element.end) };
  if (LINES.has(name) && children.every(isInline)) return { ...placed, ...readLine(element, whole) };
  return { kind: 'box', ...placed, ...readContent(children, whole) };
}

function readLine(
  { name, children }: MarkupElement,
  whole: string,
): Pick<Line, 'kind' | 'inlines' | 'lineBreak'> {
  const [first] = children;
  const lineBreak = name === 'pre' && first !== undefined && isText(first) && first.text.startsWith('\n');
  const inlines = name === 'pre' ? asWritten(children, whole, lineBreak ? 1 : 0) : collapse(children, whole);
  return { kind: 'line', inlines, lineBreak };
}

function asWritten(nodes: readonly MarkupNode[], whole: string, skipped = 0): Inline[] {
  return nodes
    .map((node, index) => {
      if (isText(node)) return index === 0 ? node.text.slice(skipped) : node.text;
      return inlineElement(node, asWritten(node.children, whole), whole);
    })
    .filter((inline) => inline !== '');
}

function inlineElement(
  { name, attributes, start, end }: MarkupElement,
  inlines: Inline[],
  whole: string,
): InlineElement {
  return { name, attributes, inlines: MEDIA.has(name) ? [] : inlines, source: whole.slice(start, end) };
}

/** A text that may still lose its last space. */
interface OpenText {
  text: string;
}

type OpenInline = OpenText | (Omit<InlineElement, 'inlines'> & { inlines: OpenInline[] });

/** White space as browsers collapse it in a line of text. */
function collapse(nodes: readonly MarkupNode[], whole: string): Inline[] {
  let last: OpenText | undefined;
  // At the beginning of a line, and after a space.
  let afterSpace = true;

  function endLine(): void {
    if (last?.text.endsWith(' ')) last.text = last.text.slice(0, -1);
    last = undefined;
    afterSpace = true;
  }

  function read(node: MarkupNode): OpenInline {
    if (isText(node)) return readText(node.text);
    if (node.name === 'br') endLine();
    const isAtom = MEDIA.has(node.name) || node.name === 'img' || node.name === 'input';
    const element = { ...inlineElement(node, [], whole), inlines: isAtom ? [] : node.children.map(read) };
    if (isAtom) {
      last = undefined;
      afterSpace = false;
    }
    return element;
  }

  function readText(written: string): OpenText {
    const spaced = written.replace(SPACES, ' ');
    const open = { text: afterSpace && spaced.startsWith(' ') ? spaced.slice(1) : spaced };
    if (open.text === '') return open;
    afterSpace = open.text.endsWith(' ');
    last = open;
    return open;
  }

  const inlines = nodes.map(read);
  endLine();
  return settle(inlines);
}

function settle(inlines: OpenInline[]): Inline[] {
  return inlines
    .map((inline) => ('text' in inline ? inline.text : { ...inline, inlines: settle(inline.inlines) }))
    .filter((inline) => inline !== '');
}
