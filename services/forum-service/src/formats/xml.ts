import XMLBuilder from 'fast-xml-builder';
import type { Content, RecordValue, ResourceRecord } from './record.ts';

/** What XML 1.0 §2.2 does not allow, surrogates without a partner included. */
const FORBIDDEN = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>';

/** It escapes what has a meaning in XML, `&` too, so that HTML which shows a tag does not become one. */
const compact = new XMLBuilder({ suppressEmptyNode: true });
const indented = new XMLBuilder({ suppressEmptyNode: true, format: true });

/** What the library makes elements of: by name, a list for several of one name. */
type Node = string | { [name: string]: Node | Node[] };

/** An answer as XML: a list is a run of `<resource>`, fields are elements of their names, null is an empty element. */
export function writeXml(content: Content): string {
  return DECLARATION + compact.build({ response: nodeOf(content) });
}

/** The same for people to read. */
export function writeIndentedXml(content: Content): string {
  return `${DECLARATION}\n${indented.build({ response: nodeOf(content) })}`;
}

function nodeOf(value: RecordValue | Content): Node {
  if (value === null) return '';
  if (typeof value !== 'object') return String(value).replace(FORBIDDEN, '');
  if (!isList(value))
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, nodeOf(one)]));
  return value.length === 0 ? '' : { resource: value.map(nodeOf) };
}

function isList(value: ResourceRecord | readonly unknown[]): value is readonly (string | ResourceRecord)[] {
  return Array.isArray(value);
}
