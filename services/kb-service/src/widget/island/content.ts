import type { ContentElement, ContentNode } from '../widget-answers.ts';
import { element } from './elements.ts';

/** The functions of the panel that the content of a guide uses. */
export interface ContentPlace {
  addressOf(path: string): string;
  openGuide(slug: string): void;
  newTab: string;
}

/** A guide that can be read in the panel. */
const GUIDE = 'data-guide';

/**
 * Makes elements of the content of a guide. It arrives as a tree instead of HTML, since pages can forbid scripts to
 * parse HTML (Trusted Types), and the service has left out all that a page need not allow.
 */
export function showContent(content: readonly ContentNode[], place: ContentPlace): DocumentFragment {
  const fragment = document.createDocumentFragment();
  for (const node of content) fragment.append(typeof node === 'string' ? node : makeElement(node, place));
  return fragment;
}

function makeElement(
  { name, attributes = {}, content = [] }: ContentElement,
  place: ContentPlace,
): HTMLElement {
  const made = document.createElement(name);
  for (const key of Object.keys(attributes)) {
    const value = attributes[key] ?? '';
    made.setAttribute(key, key === 'src' || key === 'href' ? addressIn(value, place) : value);
  }
  made.append(showContent(content, place));
  if (made instanceof HTMLAnchorElement) followLink(made, place);
  return made;
}

function addressIn(value: string, { addressOf }: ContentPlace): string {
  return value.startsWith('/') ? addressOf(value) : value;
}

/** Other guides open in the panel, places of this one are scrolled to, and all else opens in a tab of its own. */
function followLink(link: HTMLAnchorElement, { openGuide, newTab }: ContentPlace): void {
  const [guide, address] = [link.getAttribute(GUIDE), link.getAttribute('href') ?? ''];
  if (address.startsWith('#')) {
    link.addEventListener('click', (event) => {
      event.preventDefault();
      const root = link.getRootNode() as ShadowRoot;
      const place = root.getElementById(decode(address.slice(1)));
      place?.scrollIntoView();
      place?.focus();
    });
    return;
  }
  if (guide !== null) onPlainClick(link, () => openGuide(guide));
  else if (address !== '') {
    link.target = '_blank';
    link.rel = 'noopener';
    link.append(element('span', { class: 'unseen' }, ` (${newTab})`));
  }
}

/** Without escapes, unless they are wrong. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Other ways to follow a link stay. */
export function onPlainClick(link: HTMLAnchorElement, follow: () => void): void {
  link.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    follow();
  });
}
