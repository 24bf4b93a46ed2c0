import type { XMLBuilder } from 'xmlbuilder2/lib/interfaces.js';
import { allowedInXml } from '../../rendering/xml-characters.ts';
import type { Notation } from './notation.ts';
import type { RecordValue, ResourceRecord } from './record.ts';
import { xmlLibrary } from './xml-library.ts';

/** XML: a list is a run of `<resource>`, fields are elements named after them, null is an empty element. */
export const XML_NOTATION: Notation = {
  mediaType: 'text/xml; charset=utf-8',
  whole(content) {
    const root = xmlLibrary().create({ version: '1.0', encoding: 'UTF-8' }).ele('response');
    append(root, content);
    return root.end();
  },
  begin: '<?xml version="1.0" encoding="UTF-8"?><response>',
  between: '',
  end: '</response>',
  // One tree per record: a tree of a long list would take too much memory and time.
  item(record) {
    const resource = xmlLibrary().fragment().ele('resource');
    append(resource, record);
    return resource.toString();
  },
};

function append(element: XMLBuilder, value: RecordValue): void {
  if (isArray(value)) for (const item of value) append(element.ele('resource'), item);
  else if (typeof value === 'object' && value !== null) appendFields(element, value);
  else if (value !== null) element.txt(characterData(String(value)));
}

/** The library keeps `&lt;` as it is, which would turn escaped HTML into tags, so `&` is escaped here. */
function characterData(text: string): string {
  return allowedInXml(text).replaceAll('&', '&amp;');
}

function appendFields(element: XMLBuilder, record: ResourceRecord): void {
  for (const [name, value] of Object.entries(record)) append(element.ele(name), value);
}

function isArray(value: RecordValue): value is readonly (string | ResourceRecord)[] {
  return Array.isArray(value);
}
