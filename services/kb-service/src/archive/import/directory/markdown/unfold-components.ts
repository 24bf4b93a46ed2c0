import { type Document, Element, Text } from 'domhandler';
import { findAll, getElementsByTagName, prependChild } from 'domutils';
import { calloutOf } from '../../../../markdown/callouts.ts';

/** Components with a heading of their own, in the letters of parsers. */
const TITLED = new Set([
  'accordion',
  'accordionitem',
  'card',
  'expandable',
  'linkcard',
  'step',
  'tab',
  'tabitem',
]);

/** Components that are callouts, of the kind in an attribute or of their own name. */
const CALLOUTS = new Set([
  'admonition',
  'alert',
  'aside',
  'callout',
  'hint',
  'info',
  'note',
  'tip',
  'warning',
]);

/** Makes text of what components of Docusaurus, Starlight and the like would show. */
export function unfoldComponents(document: Document, language: string): void {
  for (const badge of getElementsByTagName('badge', document)) {
    if (badge.attribs.text) prependChild(badge, new Text(badge.attribs.text));
  }
  for (const element of findAll(({ name }) => TITLED.has(name) || CALLOUTS.has(name), document.children)) {
    if (CALLOUTS.has(element.name)) toCallout(element, language);
    else addTitle(element, titleOf(element));
  }
}

function toCallout(element: Element, language: string): void {
  const { type = '', kind = type, variant = kind } = element.attribs;
  const callout =
    calloutOf(variant, titleOf(element), language) ?? calloutOf(element.name, titleOf(element), language);
  // An `<aside>` of HTML is no callout.
  if (element.name === 'aside' && !variant) return;
  element.name = 'div';
  element.attribs = callout?.kind ? { class: callout.kind } : {};
  addTitle(element, callout?.title);
}

function titleOf({ attribs }: Element): string | undefined {
  return attribs.title || attribs.label || attribs.value || undefined;
}

function addTitle(element: Element, title: string | undefined): void {
  if (title) prependChild(element, new Element('p', {}, [new Element('strong', {}, [new Text(title)])]));
}
