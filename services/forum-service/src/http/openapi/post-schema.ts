import type { SchemaObject } from 'ajv';
import type { FieldTable } from '../../posting/field.ts';
import { HONEYPOT } from '../../posting/honeypot.ts';
import { LONGEST_RETURN_ADDRESS, RETURN_FIELDS } from '../forms/return-addresses.ts';

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

/** The same as a form has them. */
export function formSchema(fields: FieldTable): SchemaObject {
  const { properties, ...schema } = postSchema(fields);
  return { ...schema, properties: { ...properties, ...BESIDE_FIELDS } };
}

const ADDRESS = { type: 'string', format: 'uri', maxLength: LONGEST_RETURN_ADDRESS };

const BESIDE_FIELDS: SchemaObject = {
  [RETURN_FIELDS.success]: {
    ...ADDRESS,
    description: 'Forms only: where it leads when it was taken. Without one, to the page of the dialog.',
  },
  [RETURN_FIELDS.error]: {
    ...ADDRESS,
    description:
      'Forms only: where it leads when it was not, with each message as a parameter named after its field, or `error`. Without one, the answer is a page with the form.',
  },
  [HONEYPOT]: { type: 'string', description: 'Forms only: a field that people do not see and leave empty.' },
};

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
