import type { Node } from '@tiptap/pm/model';

/** Elements in which new text needs no paragraph. */
const HOLDS_TEXT = new Set(['li', 'td', 'th', 'dd']);

export interface Place {
  /** The element that the block is in. */
  home: string;
  siblings: readonly Node[];
  index: number;
}

/** White space before a block: as in the source; a new block is separated as its siblings are. */
export function gapBefore(siblings: readonly Node[], index: number, home: string): string {
  const gap: string | null = siblings[index]?.attrs.gap ?? null;
  if (gap !== null) return gap;
  if (index === 0 && home === '') return '';
  const isBroken = siblings.some(({ attrs }) => attrs.gap?.includes('\n'));
  const isNew = siblings.every(({ attrs }) => !attrs.gap);
  return isBroken || (home === '' && isNew) ? '\n' : '';
}

/** Two texts beside each other would become one. */
export function staysLoose(node: Node, { home, siblings, index }: Place): boolean {
  const isBeside = [siblings[index - 1], siblings[index + 1]].some(
    (sibling) => sibling?.type.name === 'loose',
  );
  return !isBeside && (node.attrs.home === home || HOLDS_TEXT.has(home));
}

export function isText(node: Node): boolean {
  return node.type.name === 'loose' || node.type.name === 'paragraph';
}

/** Whether the items that are not new have text without paragraphs. */
export function hasTightItems(list: Node): boolean {
  const known = list.children.filter(({ attrs }) => attrs.gap !== null);
  return known.every(({ firstChild }) => firstChild?.type.name !== 'paragraph');
}
