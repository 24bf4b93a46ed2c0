import { type ChildNode, Element, isTag, isText, type ParentNode } from 'domhandler';
import { adopt, elementAround, rewrite } from '../../../cleaning/rewrite.ts';

/** Elements between which a line break shows nothing. */
const BLOCKS = new Set(
  'blockquote details div dl figure h1 h2 h3 h4 h5 h6 hr iframe ol p pre section table ul'.split(' '),
);

/** Words of a class that make an element a box, and the class that ours has. */
const BOXES: Record<string, string> = {
  note: 'note',
  info: 'info',
  information: 'info',
  tip: 'tip',
  success: 'tip',
  important: 'important',
  warning: 'warning',
  caution: 'caution',
  danger: 'caution',
};

/** Words that say that there is a box, but not which. */
const ANY_BOX = ['callout', 'alert'];

const BOX_ELEMENTS = ['aside', 'blockquote', 'div', 'p', 'section'];

/** A colour behind text; white ones are those of a page. */
const BACKGROUND =
  /(?:^|;)\s*background(?:-color)?\s*:\s*(?!\s|none|transparent|inherit|initial|unset|white|#fff(?:fff)?\b|rgb\(255, ?255, ?255\))/i;

const ALIGNMENT = /(?:^|\s)(?:wysiwyg-)?text-align-(left|center|right)(?=\s|$)/;

/**
 * Makes HTML of other vendors' editors such as ours would be: boxes are callouts, and paragraphs take the place of
 * empty ones and of line breaks in a row.
 */
export function modernizeOldHtml(root: ParentNode): void {
  let depth = 0;
  const isBox = (element: Element) => kindOfBox(element) !== undefined;
  rewrite(root, {
    enter(element) {
      if (isBox(element)) depth += 1;
      return undefined;
    },
    leave(element) {
      if (isBox(element)) {
        depth -= 1;
        if (isBlank(element)) return [];
        if (depth === 0) return [toCallout(element)];
        // A box in a box is one box.
        delete element.attribs.class;
      }
      return tidy(element);
    },
  });
  adopt(root, withoutBreaks(root.children));
}

function kindOfBox({ name, attribs }: Element): string | undefined {
  if (!BOX_ELEMENTS.includes(name)) return undefined;
  const words = (attribs.class ?? '').toLowerCase().split(/[^a-z]+/);
  const word = words.find((wanted) => Object.hasOwn(BOXES, wanted));
  if (word !== undefined) return BOXES[word];
  const isColoured = /^(?:div|blockquote)$/.test(name) && BACKGROUND.test(attribs.style ?? '');
  return isColoured || words.some((other) => ANY_BOX.includes(other)) ? 'note' : undefined;
}

function toCallout(element: Element): Element {
  const { id } = element.attribs;
  const callout = new Element('div', {
    ...(id !== undefined && { id }),
    class: kindOfBox(element) ?? 'note',
  });
  const content = withoutBreaks(element.children);
  adopt(callout, element.name === 'p' ? [elementAround('p', content)] : content);
  return callout;
}

function tidy(element: Element): ChildNode[] | undefined {
  const { name } = element;
  if (name === 'pre' || name === 'code') return undefined;
  if ((name === 'p' || name === 'div') && isBlank(element)) return [];
  if (name === 'td' || name === 'th') alignCell(element);
  if (name === 'p') return splitParagraph(element);
  if (BLOCKS.has(name) || name === 'td' || name === 'li') adopt(element, withoutBreaks(element.children));
  return undefined;
}

/** Nothing but white space and line breaks, and no place to link to. */
function isBlank({ attribs, children }: Element): boolean {
  return attribs.id === undefined && children.every(isGap);
}

function isGap(node: ChildNode): boolean {
  if (isTag(node)) return node.name === 'br';
  return isText(node) ? node.data.trim() === '' : node.type === 'comment';
}

function alignCell({ attribs }: Element): void {
  const [, alignment] = ALIGNMENT.exec(attribs.class ?? '') ?? [];
  if (alignment && attribs.align === undefined) attribs.align = alignment;
}

/** A paragraph with several line breaks in a row is several paragraphs. */
function splitParagraph(element: Element): ChildNode[] | undefined {
  const parts = partsOf(element.children);
  if (parts.length <= 1) {
    if (parts[0]) adopt(element, parts[0]);
    return undefined;
  }
  return parts.map((part, index) => {
    const paragraph = new Element('p', index === 0 ? element.attribs : {});
    adopt(paragraph, part);
    return paragraph;
  });
}

/** The parts between two or more line breaks. */
function partsOf(nodes: readonly ChildNode[]): ChildNode[][] {
  const parts: ChildNode[][] = [];
  let part: ChildNode[] = [];
  for (const run of runsOf(nodes)) {
    if (run.isGap && breaksIn(run.nodes) > 1) {
      if (part.length > 0) parts.push(part);
      part = [];
    } else part.push(...run.nodes);
  }
  if (part.length > 0) parts.push(part);
  return parts;
}

/** Line breaks in a row become one, and none beside a block or at an end. */
function withoutBreaks(nodes: readonly ChildNode[]): ChildNode[] {
  const runs = runsOf(nodes);
  return runs.flatMap(({ nodes: run, isGap: isEmpty }, index) => {
    if (!isEmpty || breaksIn(run) === 0) return run;
    const neighbours = [runs[index - 1]?.nodes.at(-1), runs[index + 1]?.nodes[0]];
    const isNeeded = neighbours.every((node) => node && !(isTag(node) && BLOCKS.has(node.name)));
    return isNeeded ? run.filter((node) => isTag(node)).slice(0, 1) : [];
  });
}

interface Run {
  nodes: ChildNode[];
  isGap: boolean;
}

function runsOf(nodes: readonly ChildNode[]): Run[] {
  const runs: Run[] = [];
  for (const node of nodes) {
    const last = runs.at(-1);
    if (last?.isGap === isGap(node)) last.nodes.push(node);
    else runs.push({ nodes: [node], isGap: isGap(node) });
  }
  return runs;
}

function breaksIn(nodes: readonly ChildNode[]): number {
  return nodes.filter((node) => isTag(node) && node.name === 'br').length;
}
