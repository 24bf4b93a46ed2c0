import type { MarkedText } from '../widget-answers.ts';

// A page may have replaced methods of arrays: code of the panel uses loops, and what the DOM has.

type Content = Node | string;

/** An element with attributes and content. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>> = {},
  ...content: Content[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const key of Object.keys(attributes)) made.setAttribute(key, attributes[key] ?? '');
  made.append(...content);
  return made;
}

export function button(label: string, onClick: () => void, attributes = {}): HTMLButtonElement {
  const made = element('button', { type: 'button', ...attributes }, label);
  made.addEventListener('click', onClick);
  return made;
}

/** A link that leaves the page alone; screen readers hear that. */
export function linkAway(text: string, address: string, newTab: string): HTMLAnchorElement {
  const hint = element('span', { class: 'unseen' }, ` (${newTab})`);
  return element('a', { href: address, target: '_blank', rel: 'noopener' }, text, hint);
}

export function marked(parts: MarkedText): DocumentFragment {
  const fragment = document.createDocumentFragment();
  for (const { text, marked: isMarked } of parts)
    fragment.append(isMarked ? element('mark', {}, text) : text);
  return fragment;
}

/** A list of as many items; undefined for none, which a list must not have. */
export function list<Item>(
  items: readonly Item[],
  show: (item: Item) => Content,
): HTMLUListElement | undefined {
  if (items.length === 0) return undefined;
  const made = element('ul');
  for (const item of items) made.append(element('li', {}, show(item)));
  return made;
}
