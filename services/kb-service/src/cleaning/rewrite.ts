import { type ChildNode, Element, hasChildren, isTag, type ParentNode } from 'domhandler';

/** The replacement of an element; undefined keeps it. */
export type Replace = (element: Element) => ChildNode[] | undefined;

export interface Rewriting {
  /** Before the children, which are left alone if the element is replaced. */
  enter?: Replace;
  /** After the children. */
  leave?: Replace;
}

/** Replaces elements in one pass. Replacing one by one in a parent with many children would be quadratic. */
export function rewrite(parent: ParentNode, rewriting: Rewriting): void {
  const { enter, leave } = rewriting;
  const children: ChildNode[] = [];
  let isChanged = false;
  for (const child of parent.children) {
    const entered = isTag(child) ? enter?.(child) : undefined;
    if (!entered && hasChildren(child)) rewrite(child, rewriting);
    const replaced = entered ?? (isTag(child) ? leave?.(child) : undefined);
    if (!replaced) children.push(child);
    else for (const node of replaced) children.push(node);
    isChanged ||= replaced !== undefined;
  }
  if (isChanged) adopt(parent, children);
}

/** Makes nodes the children of a parent. */
export function adopt(parent: ParentNode, children: ChildNode[]): void {
  parent.children = children;
  for (const [index, child] of children.entries()) {
    child.parent = parent;
    child.prev = children[index - 1] ?? null;
    child.next = children[index + 1] ?? null;
  }
}

export function elementAround(name: string, children: ChildNode[]): Element {
  const element = new Element(name, {});
  adopt(element, children);
  return element;
}
