import type { SchemaObject } from 'ajv';
import type { FieldTable } from '../posting/field.ts';

/** The fields of a post, as those judge it who take it. */
export function postSchema(fields: FieldTable): SchemaObject {
  const entries = Object.entries(fields);
  return {
    type: 'object',
    required: entries.filter(([, { required }]) => required).map(([name]) => name),
    properties: Object.fromEntries(
      entries.map(([name, { schema, description, keyNeeded }]) => [
        name,
        { ...schema, description: keyNeeded ? `${description} Needs a key.` : description },
      ]),
    ),
  };
}

const VALUES: Readonly<Record<string, unknown>> = {
  name: 'Anna Berg',
  useremail: 'anna@example.com',
  topic: 'Q',
  title: 'How do I change my address?',
  text: 'I have moved, and my orders still go to the old place.',
  report_reason: 'This is advertising.',
};

/** What everybody can post: the fields that are needed. */
export function examplePost(fields: FieldTable): Record<string, unknown> {
  const needed = Object.entries(fields).filter(([, { required }]) => required);
  return Object.fromEntries(needed.map(([name]) => [name, VALUES[name] ?? name]));
}
