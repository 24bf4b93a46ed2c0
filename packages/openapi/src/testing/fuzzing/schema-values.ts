import type { SchemaObject } from 'ajv';
import fc from 'fast-check';

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
