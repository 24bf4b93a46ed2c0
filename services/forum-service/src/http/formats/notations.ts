import { createRequire } from 'node:module';
import type { create, fragment } from 'xmlbuilder2';
import type { XMLBuilder } from 'xmlbuilder2/lib/interfaces.js';
import { allowedInXml } from '../../rendering/escape.ts';
import type { Notation, RecordValue, ResourceRecord, ShortContent } from './record.ts';

const JSON_NOTATION: Notation = {
  mediaType: 'application/json; charset=utf-8',
  whole: (content) => JSON.stringify(content),
  begin: '[',
  between: ',',
  end: ']',
  item: (record) => JSON.stringify(record),
};

export type Format = 'json' | 'xml';

/** Splits the last path segment, decoded: `12.json` is 12 in JSON. The name may contain dots. */
export function splitEnding(segment: string): { name: string; format: Format } | undefined {
  const dot = segment.lastIndexOf('.');
  const format = segment.slice(dot + 1);
  if (dot < 0 || (format !== 'json' && format !== 'xml')) return undefined;
  return { name: segment.slice(0, dot), format };
}

export interface Writing {
  readonly format: Format;
  readonly callback: string | undefined;
}

export function notationOf({ format, callback }: Writing): Notation {
  if (format === 'xml') return XML_NOTATION;
  return callback === undefined ? JSON_NOTATION : jsonpNotation(callback);
}

const LONGEST_NAME = 128;
const NAME = /^[A-Za-z_$][\w$]*(\.[A-Za-z_$][\w$]*|\[(0|[1-9][0-9]{0,9})\])*$/;

/** ECMAScript 2026 §12.7.2, including words reserved in strict mode and literals. */
const RESERVED = new Set(
  `arguments await break case catch class const continue debugger default delete do else enum eval export extends false
  finally for function if implements import in instanceof interface let new null package private protected public return
  static super switch this throw true try typeof var void while with yield`.split(/\s+/),
);

/**
 * Whether a JSONP callback may have this name: identifiers and array indices separated by dots, the first not a
 * reserved word.
 */
export function isCallbackName(text: string): boolean {
  if (text.length > LONGEST_NAME || !NAME.test(text)) return false;
  return !RESERVED.has(text.split(/[.[]/)[0] ?? '');
}

/**
 * Calls the callback with the answer. The leading comment prevents content sniffing of the name (Rosetta Flash); U+2028
 * and U+2029 end lines in old browsers' scripts (S1).
 */
export function jsonpNotation(callback: string): Notation {
  const [begin, end] = [`/**/${callback}(`, ');'];
  return {
    mediaType: 'application/javascript; charset=utf-8',
    whole: (content) => begin + scriptOf(content) + end,
    begin: `${begin}[`,
    between: ',',
    end: `]${end}`,
    item: scriptOf,
  };
}

function scriptOf(content: ShortContent): string {
  return JSON.stringify(content).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}

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

const require = createRequire(import.meta.url);

/** Loads the library for the first answer in XML: it takes 9 MB, and most clients ask for JSON. */
export function xmlLibrary(): { create: typeof create; fragment: typeof fragment } {
  return require('xmlbuilder2');
}
