import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { hostileText, mostly } from './hostile-text.ts';
import { percentEncode } from './percent-encoding.ts';

export interface Body {
  type: string | undefined;
  bytes: Uint8Array | string;
}

export type Field = readonly [name: string, value: string];

/** JSON values, some of them invalid. */
const ODD_JSON = [
  'null',
  'true',
  '0',
  '-1',
  '1e400',
  '[]',
  '{}',
  '["a"]',
  '{"__proto__":{"a":1}}',
  '[[[[[[]]]]]]',
  '"\\ud800"',
  '"\\u0000"',
  '01',
  "'a'",
];

const BOUNDARY = 'between-parts';

/** Fields in a media type's format, with mistakes that clients make. @param files those that are files with a name */
export function writeBody(
  type: string,
  fields: fc.Arbitrary<Field[]>,
  files: readonly string[] = [],
): fc.Arbitrary<Body> {
  if (type.includes('json')) return objects(fields).map((bytes) => ({ type, bytes }));
  if (type.startsWith('multipart/')) {
    return parts(fields, files).map((bytes) => ({ type: `${type}; boundary=${BOUNDARY}`, bytes }));
  }
  return fields.map((list) => ({
    type,
    bytes: list.map((field) => field.map(percentEncode).join('=')).join('&'),
  }));
}

/** Assembled as text to allow repeated names and `__proto__`. */
function objects(fields: fc.Arbitrary<Field[]>): fc.Arbitrary<string> {
  const odd = mostly(fc.constant(undefined), fc.constantFrom(...ODD_JSON), 6);
  return fc.tuple(fields, fc.nat(), odd).map(([list, place, json]) => {
    const members = list.map(
      ([name, value], index) =>
        `${JSON.stringify(name)}:${json !== undefined && index === place % list.length ? json : JSON.stringify(value)}`,
    );
    return `{${members.join(',')}}`;
  });
}

function parts(fields: fc.Arbitrary<Field[]>, files: readonly string[]): fc.Arbitrary<Uint8Array> {
  const end = mostly(fc.constant(`--${BOUNDARY}--\r\n`), fc.constantFrom('', `--${BOUNDARY}`, '--other--'));
  const fileName = mostly(
    fc.constant(''),
    hostileText.map((name) => `; filename="${name}"`),
    6,
  );
  const named = (field: string) => (files.includes(field) ? '; filename="a.gif"' : '');
  return fc.tuple(fields, fileName, end).map(([list, file, last]) => {
    const text = list.map(
      ([name, value]) =>
        `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file || named(name)}\r\n\r\n${value}\r\n`,
    );
    return Buffer.from(text.join('') + last);
  });
}
