import type { Mark, Node } from '@tiptap/pm/model';
import type { Attributes } from '../markup/markup.ts';
import { writeElement, writeText } from '../markup/write-markup.ts';

const TAGS: Record<string, string> = {
  bold: 'strong',
  italic: 'em',
  strike: 's',
  underline: 'u',
  code: 'code',
  link: 'a',
};

interface OpenElement {
  mark: Mark | undefined;
  content: string;
}

/** The text of a block with its elements nested as in the source, and the longest outermost where that says nothing. */
export function writeInlines(parent: Node): string {
  const nodes = parent.children;
  const root: OpenElement = { mark: undefined, content: '' };
  const open = [root];
  for (const [index, node] of nodes.entries()) {
    closeAll(open, (mark) => !mark.isInSet(node.marks));
    for (const mark of opening(nodes, index, open)) open.push({ mark, content: '' });
    const last = open.at(-1);
    if (last) last.content += writeLeaf(node);
  }
  closeAll(open, () => true);
  return root.content;
}

/** Closes the outermost element that ends here and all in it; those that go on are opened again. */
function closeAll(open: OpenElement[], ends: (mark: Mark) => boolean): void {
  const first = open.findIndex(({ mark }) => mark && ends(mark));
  while (first !== -1 && open.length > first) {
    const closed = open.pop();
    const parent = open.at(-1);
    if (closed?.mark && parent)
      parent.content += writeElement(tagOf(closed.mark), closed.mark.attrs.attributes, closed.content);
  }
}

function opening(nodes: readonly Node[], index: number, open: readonly OpenElement[]): Mark[] {
  const marks = nodes[index]?.marks.filter((mark) => !open.some((element) => element.mark?.eq(mark))) ?? [];
  return marks
    .map((mark) => ({ mark, end: endOf(mark, nodes, index), n: mark.attrs.n ?? Number.POSITIVE_INFINITY }))
    .sort((one, other) => other.end - one.end || compare(one.n, other.n))
    .map(({ mark }) => mark);
}

function endOf(mark: Mark, nodes: readonly Node[], index: number): number {
  let end = index + 1;
  while (nodes[end] && mark.isInSet(nodes[end]?.marks ?? [])) end += 1;
  return end;
}

function compare(one: number, other: number): number {
  return one === other ? 0 : one - other;
}

function tagOf({ type, attrs }: Mark): string {
  return attrs.tag ?? TAGS[type.name] ?? 'span';
}

function writeLeaf(node: Node): string {
  if (node.isText) return writeText(node.text ?? '');
  const attributes: Attributes = node.attrs.attributes;
  if (node.type.name === 'hardBreak') return writeElement('br', attributes, '');
  if (node.type.name === 'image') return writeElement('img', attributes, '');
  if (node.type.name === 'media') return node.attrs.source;
  return writeElement(node.attrs.tag, attributes, '');
}
