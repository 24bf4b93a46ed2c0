import type { SchemaObject } from 'ajv';

/** A schema of objects that have these members and no others; all of them unless some are named as optional. */
export function closedObject(
  properties: Record<string, SchemaObject>,
  { optional = [], ...more }: { optional?: readonly string[]; description?: string } = {},
): SchemaObject {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', ...more, required, properties, additionalProperties: false };
}
