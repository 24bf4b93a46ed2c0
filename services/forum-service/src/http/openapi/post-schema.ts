import type { SchemaObject } from 'ajv';
import type { FieldTable } from '../../posts/field-kinds.ts';
import { HONEYPOT, MARKDOWN, MARKDOWN_FLAG, RETURN_FIELDS } from '../../posts/submission.ts';
import { LONGEST_RETURN_ADDRESS } from '../forms/return-addresses.ts';

/** A post; what has a text may say that it is Markdown. */
export function postSchema(fields: FieldTable): SchemaObject {
  const { properties, ...schema } = fieldsSchema(fields);
  const { description, schema: flag } = MARKDOWN_FLAG;
  const markdown = 'text' in fields && { [MARKDOWN]: { ...flag, description } };
  return { ...schema, properties: { ...properties, ...markdown } };
}

export function fieldsSchema(fields: FieldTable): SchemaObject {
  const entries = Object.entries(fields);
  return {
    type: 'object',
    required: entries.filter(([, { required }]) => required).map(([name]) => name),
    properties: Object.fromEntries(
      entries.map(([name, { schema, description, requiresKey }]) => [
        name,
        { ...schema, description: requiresKey ? `${description} Needs a key.` : description },
      ]),
    ),
  };
}

export function formSchema(fields: FieldTable): SchemaObject {
  const { properties, ...schema } = postSchema(fields);
  return { ...schema, properties: { ...properties, ...FORM_ONLY_FIELDS } };
}

const ADDRESS = { type: 'string', format: 'uri', maxLength: LONGEST_RETURN_ADDRESS };

const FORM_ONLY_FIELDS: SchemaObject = {
  [RETURN_FIELDS.success]: {
    ...ADDRESS,
    description: 'Forms only: where to redirect after success; by default the dialog’s page.',
  },
  [RETURN_FIELDS.error]: {
    ...ADDRESS,
    description:
      'Forms only: where to redirect on errors, with each message as a parameter named after its field, or `error`. By default a page shows the form again.',
  },
  [HONEYPOT]: { type: 'string', description: 'Forms only: a honeypot, hidden from people and left empty.' },
};

const VALUES: Readonly<Record<string, unknown>> = {
  name: 'Anna Berg',
  useremail: 'anna@example.com',
  topic: 'Q',
  title: 'How do I change my address?',
  text: 'I have moved, and my orders still go to the old place.',
  report_reason: 'This is advertising.',
};

export function examplePost(fields: FieldTable): Record<string, unknown> {
  const needed = Object.entries(fields).filter(([, { required }]) => required);
  return Object.fromEntries(needed.map(([name]) => [name, VALUES[name] ?? name]));
}
