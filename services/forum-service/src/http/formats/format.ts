import { jsonpNotation } from './jsonp.ts';
import type { Notation } from './notation.ts';
import { XML_NOTATION } from './xml.ts';

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
