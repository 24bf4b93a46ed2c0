import type { ParentNode } from 'domhandler';
import { findAll } from 'domutils';

/** Elements that mean what an element of ours means. */
const MODERN_NAMES: Record<string, string> = {
  acronym: 'abbr',
  address: 'div',
  article: 'div',
  aside: 'div',
  big: 'span',
  center: 'div',
  dir: 'ul',
  fieldset: 'div',
  font: 'span',
  footer: 'div',
  header: 'div',
  hgroup: 'div',
  main: 'div',
  menu: 'ul',
  strike: 's',
  tt: 'code',
};

/** Says in today's HTML what was said in older or more elaborate one, so that cleaning loses less. */
export function modernizeMarkup(root: ParentNode): void {
  for (const element of findAll(() => true, root.children)) {
    if (Object.hasOwn(MODERN_NAMES, element.name)) element.name = MODERN_NAMES[element.name] ?? element.name;
    if (element.name === 'a' && element.attribs.name && !element.attribs.id) {
      element.attribs.id = element.attribs.name;
      delete element.attribs.name;
    }
  }
}
