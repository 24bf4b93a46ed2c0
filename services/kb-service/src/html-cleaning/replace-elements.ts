import { type ChildNode, type Element, isTag, type ParentNode } from 'domhandler';

/** Replaces elements by other nodes at once, for doing it one by one is quadratic in the number of siblings. */
export function replaceElements(replacements: ReadonlyMap<Element, readonly ChildNode[]>): void {
  const parents = new Set<ParentNode>();
  for (const { parent } of replacements.keys()) if (parent) parents.add(parent);
  for (const parent of parents) {
    const replaced = (child: ChildNode) => (isTag(child) && replacements.get(child)) || [child];
    adopt(parent, parent.children.flatMap(replaced));
  }
}

export function removeElements(elements: readonly Element[]): void {
  replaceElements(new Map(elements.map((element) => [element, []])));
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
