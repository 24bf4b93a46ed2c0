import { Buffer } from 'node:buffer';
import type { SchemaObject } from 'ajv';
import fc from 'fast-check';
import type { RequestBody } from '../../document.ts';
import { hostileText, mostly, percentEncode } from './hostile-text.ts';
import { isNested, jsonOf, type KnownValues, valuesOf } from './json-values.ts';

const ODD_TYPES = [
  undefined,
  '',
  'application/json ;',
  'APPLICATION/JSON; charset=latin1',
  'text/plain',
  'multipart/form-data',
  'multipart/form-data; boundary=other',
  'application/x-www-form-urlencoded; charset=utf-16',
  'application/vnd.api+json; ext="a"',
  'a/b/c',
  ',',
];

const BROKEN_BODIES = [
  '',
  ' ',
  '{',
  '[]',
  '"text"',
  'null',
  '{"a":',
  '\ufeff{}',
  '{}{}',
  '\0',
  '%',
  '&&==',
  '--x',
  '['.repeat(5_000),
  'a'.repeat(10_241),
];

/** Bodies as described, with wrong fields, and of other kinds. */
export function bodiesOf({ content, required }: RequestBody, known: KnownValues): fc.Arbitrary<Body> {
  const described = Object.entries(content).map(([type, { schema }]) =>
    isNested(schema)
      ? jsonOf(schema, known).map((value): Body => ({ type, bytes: JSON.stringify(value) }))
      : writeBody(type, fieldsOf(schema, known), binaryFields(schema)),
  );
  const usual = required
    ? fc.oneof(...described)
    : fc.oneof(fc.constant({ type: undefined, bytes: '' }), ...described);
  const broken = fc.oneof(fc.constantFrom(...BROKEN_BODIES), fc.uint8Array({ maxLength: 40 }));
  const types = fc.constantFrom(...ODD_TYPES, ...Object.keys(content));
  return mostly(
    usual,
    fc.oneof(
      fc.record({ type: types, bytes: broken }),
      fc.tuple(usual, types).map(([body, type]) => ({ ...body, type })),
    ),
  );
}

function binaryFields({ properties = {} }: SchemaObject): string[] {
  const described = Object.entries(properties as Record<string, SchemaObject>);
  return described.filter(([, { format }]) => format === 'binary').map(([name]) => name);
}

function fieldsOf(
  { properties = {}, required = [] }: SchemaObject,
  known: KnownValues,
): fc.Arbitrary<Field[]> {
  const described = Object.entries(properties as Record<string, SchemaObject>).map(([name, schema]) => {
    const field = mostly(valuesOf({ name, schema }, known), hostileText, 25).map(
      (value): Field => [name, value],
    );
    const absent = fc.constant(undefined);
    return required.includes(name) ? mostly(field, absent, 30) : mostly(absent, field, 5);
  });
  const strange = fc.tuple(
    fc.oneof(
      fc.constantFrom('__proto__', 'id', 'name[]', 'text[a]', ...Object.keys(properties)),
      hostileText,
    ),
    hostileText,
  );
  return fc
    .tuple(fc.tuple(...described), mostly(fc.constant([]), fc.array(strange, { maxLength: 3 })))
    .map(([fields, more]) => [...fields.filter((field) => field !== undefined), ...more]);
}

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
function writeBody(
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
