import type { SchemaObject } from 'ajv';

/** The schema of an object with these members only; all are required unless listed as optional. */
export function closedObject(
  properties: Record<string, SchemaObject>,
  { optional = [], ...more }: { optional?: readonly string[]; description?: string } = {},
): SchemaObject {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', ...more, required, properties, additionalProperties: false };
}
