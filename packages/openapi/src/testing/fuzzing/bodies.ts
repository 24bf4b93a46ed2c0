import type { SchemaObject } from 'ajv';
import fc from 'fast-check';
import type { RequestBody } from '../../document.ts';
import { hostileText, mostly } from './hostile-text.ts';
import { isNested, jsonOf } from './json-values.ts';
import { type KnownValues, valuesOf } from './schema-values.ts';
import { type Body, type Field, writeBody } from './write-body.ts';

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
