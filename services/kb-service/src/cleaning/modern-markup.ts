import type { Element, ParentNode } from 'domhandler';
import { findAll } from 'domutils';

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

const TEXT_ALIGN = /(?:^|;)\s*text-align\s*:\s*(left|center|right)\s*(?:;|$)/i;

export function modernizeMarkup(root: ParentNode): void {
  for (const element of findAll(() => true, root.children)) {
    if (Object.hasOwn(MODERN_NAMES, element.name)) element.name = MODERN_NAMES[element.name] ?? element.name;
    if (element.name === 'td' || element.name === 'th') alignCell(element);
  }
}

/** Replaces inline styles, which pages do not allow, by an attribute. */
function alignCell({ attribs }: Element): void {
  const { style = '' } = attribs;
  const [declaration, alignment] = TEXT_ALIGN.exec(style) ?? [];
  if (declaration && alignment) {
    attribs.align = alignment;
    attribs.style = style.replace(declaration, ';');
    if (/^[\s;]*$/.test(attribs.style)) delete attribs.style;
  }
  if (attribs.align) attribs.align = attribs.align.toLowerCase();
}
