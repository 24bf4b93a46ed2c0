import { type ChildNode, Element, isTag, isText, type ParentNode } from 'domhandler';
import { DROPPED_WITH_CONTENT } from './allowed-markup.ts';
import { adopt, elementAround } from './rewrite.ts';

const dropped = new Set(DROPPED_WITH_CONTENT);

/** Lists that were made of items without one. */
const gathered = new WeakSet<ChildNode>();

/** Items that were made of what stood between items. */
const made = new WeakSet<ChildNode>();

/** The children of `parent` so that lists have items only, and items are in lists. */
export function mendLists(parent: ParentNode, children: ChildNode[]): ChildNode[] {
  const name = nameOf(parent);
  if (name === 'ul' || name === 'ol') return toItems(children);
  const items = gather(children, /^li$/, 'ul');
  if (name === 'dl') return toDefinitions(parent as Element, items);
  if (name === 'div' && parent.parent && nameOf(parent.parent) === 'dl') return items;
  return gather(items, /^d[dt]$/, 'dl');
}

export function isBlank(node: ChildNode): boolean {
  return isText(node) ? node.data.trim() === '' : !isTag(node) || dropped.has(node.name);
}

function nameOf(node: ChildNode): string {
  return isTag(node) ? node.name : '';
}

/** Another list belongs to the item before it; everything else becomes an item. */
function toItems(children: ChildNode[]): ChildNode[] {
  const flat = children.flatMap((child) => itemsWithin(child) ?? [child]);
  const items: ChildNode[] = [];
  let last: Element | undefined;
  for (const item of wrapRuns(flat, (child) => nameOf(child) === 'li', 'li')) {
    if (
      last &&
      made.has(item) &&
      isTag(item) &&
      item.children.every((child) => isBlank(child) || isList(child))
    )
      adopt(last, [...last.children, ...item.children]);
    else items.push(item);
    if (isTag(item) && item.name === 'li' && items.at(-1) === item) last = item;
  }
  return items;
}

function isList(node: ChildNode): boolean {
  return /^[uo]l$/.test(nameOf(node));
}

/** Items in an element that is no item, such as a form. */
function itemsWithin(wrapper: ChildNode): ChildNode[] | undefined {
  if (!isTag(wrapper) || wrapper.name === 'li' || isList(wrapper)) return undefined;
  const [list, ...others] = wrapper.children.filter((child) => !isBlank(child));
  return list && isTag(list) && gathered.has(list) && others.length === 0 ? list.children : undefined;
}

/** Terms and definitions, also in groups; a list without both is another one. */
function toDefinitions(list: Element, children: ChildNode[]): ChildNode[] {
  const isPart = (node: ChildNode) => /^d[dt]$/.test(nameOf(node));
  const isGroup = (node: ChildNode) => isTag(node) && node.name === 'div' && node.children.some(isPart);
  const parts = wrapRuns(children, (node) => isPart(node) || isGroup(node), 'dd');
  const names = parts.map(nameOf).filter((name) => name !== '');
  const term = names.indexOf('dt');
  if (names.length === 0 || parts.some(isGroup) || (term >= 0 && names.includes('dd', term))) return parts;
  const [own, ofParts] = term < 0 ? ['div', 'div'] : ['ul', 'li'];
  list.name = own;
  for (const part of parts) if (isTag(part)) part.name = ofParts;
  return parts;
}

/** Wraps each run of nodes that do not belong in a list. */
function wrapRuns(
  children: ChildNode[],
  belongs: (node: ChildNode) => boolean,
  wrapper: string,
): ChildNode[] {
  return runsOf(children, belongs).flatMap((run) => {
    if (run.some(belongs) || run.every(isBlank)) return run;
    const element = elementAround(wrapper, run);
    made.add(element);
    return [element];
  });
}

function gather(children: ChildNode[], names: RegExp, wrapper: string): ChildNode[] {
  const isMember = (node: ChildNode) => names.test(nameOf(node));
  if (!children.some(isMember)) return children;
  return runsOf(children, (node) => isMember(node) || isBlank(node)).flatMap((run) => {
    if (!run.some(isMember)) return run;
    const list = new Element(wrapper, {});
    adopt(list, wrapper === 'dl' ? toDefinitions(list, run) : run);
    gathered.add(list);
    return [list];
  });
}

/** Splits nodes where a test changes its answer. */
function runsOf(nodes: ChildNode[], test: (node: ChildNode) => boolean): ChildNode[][] {
  const runs: ChildNode[][] = [];
  let answer: boolean | undefined;
  for (const node of nodes) {
    const run = test(node) === answer ? runs.at(-1) : undefined;
    if (run) run.push(node);
    else runs.push([node]);
    answer = test(node);
  }
  return runs;
}
