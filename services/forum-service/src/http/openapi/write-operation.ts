import {
  headerReferences,
  LIMIT_HEADERS,
  type MediaType,
  type Operation,
  type RequestBody,
  schemaReference,
} from '@guidepost/openapi';
import type { WriteDescription } from '../endpoint.ts';
import type { Format } from '../formats/notations.ts';
import { errorResponses } from './error-responses.ts';
import { exampleAnswers } from './examples.ts';
import { groupOf, operationId } from './operation-names.ts';
import { postParameters, READ_HEADERS } from './parameters.ts';
import { fieldsSchema } from './post-schema.ts';
import { KEY_REQUIRED } from './read-operation.ts';

interface Place {
  method: 'post' | 'patch' | 'delete';
  path: string;
  format: Format;
}

const NEEDS = 'Needs a key that may write.';

/** Values that work for the first record of the demo. */
const EXAMPLES: Readonly<Record<string, unknown>> = {
  state: 'answered',
  is_org_reply: true,
  into: 8,
  resolved: true,
  address: '/docs/setup.html',
  to: '/12',
};

/** A change by a key that may write. */
export function writeOperation(endpoint: WriteDescription, { method, path, format }: Place): Operation {
  const { summary, description, fields } = endpoint;
  const isXml = format === 'xml';
  return {
    operationId: `${operationId(method, path)}${isXml ? '-xml' : ''}`,
    tags: [isXml ? 'XML' : groupOf(path)],
    summary: isXml ? `${summary}, in XML` : summary,
    description: [description, NEEDS].filter(Boolean).join(' '),
    security: KEY_REQUIRED,
    parameters: postParameters(path),
    ...(fields && { requestBody: bodyOf(endpoint, fields) }),
    responses: {
      ...successOf(endpoint, format),
      ...errorResponses(
        'write',
        fields ? [] : ['conflict', 'timeout', 'too-large', 'unsupported-media-type'],
      ),
    },
  };
}

function successOf({ record, isNew }: WriteDescription, format: Format): Operation['responses'] {
  const headers = headerReferences(['Cache-Control', 'Vary', ...LIMIT_HEADERS]);
  if (!record) return { 204: { description: 'Deleted.', headers } };
  const { json, xml } = exampleAnswers({ answer: { record } });
  const content: Record<string, MediaType> =
    format === 'xml'
      ? { 'text/xml': { schema: { type: 'string' }, examples: xml } }
      : { 'application/json': { schema: schemaReference(record), examples: json } };
  return isNew
    ? {
        201: {
          description: 'The new record.',
          headers: headerReferences([...READ_HEADERS, 'Location']),
          content,
        },
      }
    : {
        200: {
          description: 'The record as it is now.',
          headers: headerReferences([...READ_HEADERS]),
          content,
        },
      };
}

function bodyOf({ isNew }: WriteDescription, fields: NonNullable<WriteDescription['fields']>): RequestBody {
  const example = Object.fromEntries(
    Object.entries(EXAMPLES).filter(([name]) => Object.hasOwn(fields, name)),
  );
  return {
    description: `A JSON object of at most 256 kB.${isNew ? '' : ' What is left out stays.'}`,
    required: true,
    content: {
      'application/json': { schema: fieldsSchema(fields), examples: { change: { value: example } } },
    },
  };
}
