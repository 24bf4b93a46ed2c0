import { writeJsonp } from './jsonp.ts';
import type { Content } from './record.ts';
import { writeXml } from './xml.ts';

/** By the ending of a path. */
export type Format = 'json' | 'xml';

/** The last segment of a path, decoded: `12.json` is 12 in JSON. A name may hold further dots. */
export function splitEnding(segment: string): { name: string; format: Format } | undefined {
  const dot = segment.lastIndexOf('.');
  const format = segment.slice(dot + 1);
  if (dot < 0 || (format !== 'json' && format !== 'xml')) return undefined;
  return { name: segment.slice(0, dot), format };
}

/** How an answer is to be written. */
export interface Writing {
  readonly format: Format;
  /** Of a function that is called with the answer; in JSON only. */
  readonly callback: string | undefined;
}

export interface Written {
  readonly mediaType: string;
  readonly body: string;
}

export function write(content: Content, { format, callback }: Writing): Written {
  if (format === 'xml') return { mediaType: 'text/xml; charset=utf-8', body: writeXml(content) };
  const json = JSON.stringify(content);
  if (callback === undefined) return { mediaType: 'application/json; charset=utf-8', body: json };
  return { mediaType: 'application/javascript; charset=utf-8', body: writeJsonp(json, callback) };
}
