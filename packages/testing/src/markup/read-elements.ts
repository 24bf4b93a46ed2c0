import { findAll } from 'domutils';
import { parseDocument } from 'htmlparser2';
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';

export interface ReadElement {
  name: string;
  attributes: Record<string, string>;
}

/** The elements of HTML according to htmlparser2 and parse5, with scripts on and off. */
export function readByParsers(html: string): [parser: string, elements: ReadElement[]][] {
  return [
    ['htmlparser2', readByHtmlparser2(html)],
    ['parse5 with scripts', readByParse5(html, true)],
    ['parse5 without scripts', readByParse5(html, false)],
  ];
}

function readByHtmlparser2(html: string): ReadElement[] {
  const elements = findAll(() => true, parseDocument(html).children);
  return elements.map(({ name, attribs }) => ({ name, attributes: attribs }));
}

function readByParse5(html: string, scriptingEnabled: boolean): ReadElement[] {
  return parseFragment(html, { scriptingEnabled }).childNodes.flatMap(readNode);
}

function readNode(node: DefaultTreeAdapterTypes.ChildNode): ReadElement[] {
  if (!('tagName' in node)) return [];
  const attributes = Object.fromEntries(node.attrs.map(({ name, value }) => [name, value]));
  const inside = 'content' in node ? node.content.childNodes : node.childNodes;
  return [{ name: node.tagName, attributes }, ...inside.flatMap(readNode)];
}
