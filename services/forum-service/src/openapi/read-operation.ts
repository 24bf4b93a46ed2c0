import { headerReferences, type Operation, type Response, schemaReference } from '@guidepost/openapi';
import type { ReadDescription } from '../api/endpoint.ts';
import { errorResponses } from './error-responses.ts';
import { exampleAnswers } from './examples.ts';
import { READ_HEADERS } from './headers.ts';
import { groupOf, operationId } from './operation-names.ts';
import { readParameters } from './parameters.ts';

/** What needs a key: in a header, or in the address. */
export const KEY_NEEDED = [{ bearer: [] }, { key: [] }];

/** What OpenAPI calls an operation, made of what an endpoint says of itself. */
export function readOperation(path: string, endpoint: ReadDescription): Operation {
  const { summary, description, keyNeeded } = endpoint;
  return {
    operationId: operationId('get', path),
    tags: [groupOf(path)],
    summary,
    ...(description !== undefined && { description }),
    ...(keyNeeded && { security: KEY_NEEDED }),
    parameters: readParameters(`${path}.:format`, endpoint),
    responses: { 200: success(endpoint), 304: NOT_MODIFIED, ...errorResponses('get') },
  };
}

function success(endpoint: ReadDescription): Response {
  const { record, list } = endpoint.answer;
  const schema = schemaReference(record);
  const { json, jsonp, xml } = exampleAnswers(endpoint);
  return {
    description: DESCRIPTIONS[list ?? 'one'],
    headers: headerReferences([...READ_HEADERS, ...(list === 'section' ? ['X-TotalResults'] : [])]),
    content: {
      'application/json; charset=utf-8': {
        schema: list ? { type: 'array', items: schema } : schema,
        examples: json,
      },
      'application/javascript; charset=utf-8': {
        schema: { type: 'string', description: 'The JSON, given to the function that `callback` names.' },
        examples: jsonp,
      },
      'text/xml; charset=utf-8': { schema: XML, examples: xml },
    },
  };
}

const DESCRIPTIONS = {
  section: 'A section of the list; past its end it is empty.',
  all: 'All of them.',
  one: 'What was asked for.',
};

const XML = {
  type: 'string',
  description:
    'The same fields as elements of `<response>`; records of a list are `<resource>` elements, and null is an empty element.',
};

const NOT_MODIFIED: Response = {
  description: 'Nothing has changed since the entity tag was given. No body.',
  headers: headerReferences(READ_HEADERS),
};
