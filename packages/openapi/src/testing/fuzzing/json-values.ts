import type { SchemaObject } from 'ajv';
import fc from 'fast-check';
import { hostileText, mostly } from './hostile-text.ts';

/** Values that exist, by name of a parameter or field. */
export type KnownValues = Readonly<Record<string, readonly string[]>>;

export interface NamedSchema {
  name: string;
  schema: SchemaObject;
  example?: unknown;
}

/** Valid values of a schema, as they are sent in a URL or a form. */
export function valuesOf({ name, schema, example }: NamedSchema, known: KnownValues): fc.Arbitrary<string> {
  const texts = [...(known[name] ?? []), ...(example === undefined ? [] : [String(example)])];
  const bySchema = bySchemaOf(schema, known, name);
  return texts.length === 0
    ? bySchema
    : fc.oneof({ arbitrary: fc.constantFrom(...texts), weight: 9 }, { arbitrary: bySchema, weight: 1 });
}

function bySchemaOf(schema: SchemaObject, known: KnownValues, name: string): fc.Arbitrary<string> {
  if (schema.const !== undefined) return fc.constant(String(schema.const));
  if (schema.enum) return fc.constantFrom(...schema.enum.map(String));
  switch (schema.type) {
    case 'array':
      return fc
        .array(valuesOf({ name, schema: schema.items ?? {} }, known), { maxLength: 4 })
        .map((items) => items.join(','));
    case 'integer':
      return integers(schema).map(String);
    case 'boolean':
      return fc.constantFrom('true', 'false');
    default:
      return texts(schema);
  }
}

/** Small integers and those at the limits. */
function integers({ minimum = 0, maximum = 2 ** 31 }: SchemaObject): fc.Arbitrary<number> {
  return fc.oneof(
    fc.integer({ min: minimum, max: Math.min(maximum, minimum + 20) }),
    fc.constantFrom(minimum, maximum, minimum - 1, maximum + 1),
  );
}

function texts({ pattern, maxLength = 40 }: SchemaObject): fc.Arbitrary<string> {
  if (pattern) return fc.stringMatching(new RegExp(pattern), { size: 'xsmall' });
  return fc.string({ maxLength: Math.min(maxLength, 40) });
}

const TIMES = [
  '2100-01-31T09:00:00Z',
  '2001-01-01T00:00:00+01:00',
  '2100-02-31T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
];

/** Values that are rarely right. */
const ODD_VALUES: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e300,
  [],
  {},
  [null],
  [[]],
  '',
  '\0',
  '\ud800',
];

const STRANGE_NAMES = ['__proto__', 'constructor', 'toString', 'id', 'data', 'a/b~c'];

/** JSON values as a schema says, with some that it does not allow. */
export function jsonOf(schema: SchemaObject, known: KnownValues, name = ''): fc.Arbitrary<unknown> {
  return mostly(allowed(schema, known, name), fc.oneof(fc.constantFrom(...ODD_VALUES), hostileText), 60);
}

/** Whether values of a schema have more than one level, which forms cannot have. */
export function isNested({ properties = {} }: SchemaObject): boolean {
  return Object.values(properties as Record<string, SchemaObject>).some(({ type }) => type === 'object');
}

function allowed(schema: SchemaObject, known: KnownValues, name: string): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (Array.isArray(schema.type)) {
    return fc.oneof(...schema.type.map((type: string) => allowed({ ...schema, type }, known, name)));
  }
  switch (schema.type) {
    case 'object':
      return objects(schema, known);
    case 'array':
      return fc.array(jsonOf(schema.items ?? {}, known, name), { maxLength: 3 });
    case 'integer':
      return fc.integer({ min: schema.minimum ?? 0, max: (schema.minimum ?? 0) + 20 });
    case 'null':
      return fc.constant(null);
    default:
      return schema.format === 'date-time' ? fc.constantFrom(...TIMES) : valuesOf({ name, schema }, known);
  }
}

function objects(
  { properties = {}, required = [] }: SchemaObject,
  known: KnownValues,
): fc.Arbitrary<Record<string, unknown>> {
  const absent = fc.constant(undefined);
  const members = Object.entries(properties as Record<string, SchemaObject>).map(([name, schema]) => {
    const member = jsonOf(schema, known, name).map((value) => [name, value] as const);
    return required.includes(name) ? mostly(member, absent, 40) : mostly(absent, member, 4);
  });
  const strange = fc.tuple(
    fc.oneof(fc.constantFrom(...STRANGE_NAMES), hostileText),
    fc.constantFrom(...ODD_VALUES),
  );
  return fc
    .tuple(fc.tuple(...members), mostly(fc.constant([]), fc.array(strange, { maxLength: 2 }), 20))
    .map(([listed, more]) =>
      Object.fromEntries([...listed.filter((member) => member !== undefined), ...more]),
    );
}
