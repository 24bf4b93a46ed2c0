import { create } from 'xmlbuilder2';
import type { XMLBuilder } from 'xmlbuilder2/lib/interfaces.js';
import type { Content, RecordValue, ResourceRecord } from './record.ts';
import { allowedInXml } from './xml-characters.ts';

/** An answer as XML: a list is a run of `<resource>`, fields are elements of their names, null is an empty element. */
export function writeXml(content: Content): string {
  const root = create({ version: '1.0', encoding: 'UTF-8' }).ele('response');
  append(root, content);
  return root.end();
}

function append(element: XMLBuilder, value: RecordValue | Content): void {
  if (isList(value)) for (const item of value) append(element.ele('resource'), item);
  else if (typeof value === 'object' && value !== null) appendFields(element, value);
  else if (value !== null) element.txt(characterData(String(value)));
}

/** The library leaves `&lt;` as it is, so that HTML which shows a tag would become one: it is given no such reference. */
function characterData(text: string): string {
  return allowedInXml(text).replaceAll('&', '&amp;');
}

function appendFields(element: XMLBuilder, record: ResourceRecord): void {
  for (const [name, value] of Object.entries(record)) append(element.ele(name), value);
}

function isList(value: RecordValue | Content): value is readonly (string | ResourceRecord)[] {
  return Array.isArray(value);
}
