import {
  headerReferences,
  type Operation,
  type Response,
  reference,
  schemaReference,
} from '@guidepost/openapi';
import type { ReadDescription } from '../endpoint.ts';
import { CALLBACK } from '../parameters.ts';
import { errorResponses } from './error-responses.ts';
import { exampleAnswers } from './examples.ts';
import { groupOf, operationId } from './operation-names.ts';
import { operationParameters, READ_HEADERS } from './parameters.ts';

/** Security requirement: a key in a header or in the query. */
export const KEY_REQUIRED = [{ bearer: [] }, { key: [] }];

const XML_GROUP = 'XML';

export function readOperation(path: string, endpoint: ReadDescription): Operation {
  const { summary, description } = endpoint;
  return {
    operationId: operationId('get', path),
    tags: [groupOf(path)],
    summary,
    ...(description !== undefined && { description }),
    ...security(endpoint),
    parameters: operationParameters(path, endpoint),
    responses: responses(endpoint, jsonContent(endpoint)),
  };
}

export function readXmlOperation(path: string, endpoint: ReadDescription): Operation {
  return {
    operationId: `${operationId('get', path)}-xml`,
    tags: [XML_GROUP],
    summary: `${endpoint.summary}, in XML`,
    ...security(endpoint),
    parameters: operationParameters(path, endpoint, [CALLBACK]),
    responses: responses(endpoint, xmlContent(endpoint)),
  };
}

function security({ requiresKey }: ReadDescription): Pick<Operation, 'security'> {
  return requiresKey ? { security: KEY_REQUIRED } : {};
}

function responses({ answer: { list }, ofDialog, scope }: ReadDescription, content: Response['content']) {
  const success: Response = {
    description: DESCRIPTIONS[list ?? 'one'],
    headers: headerReferences([
      ...READ_HEADERS,
      ...(list === 'slice' ? ['X-TotalResults', 'X-Limit', 'X-Partial'] : []),
    ]),
    ...(content && { content }),
  };
  return {
    200: success,
    ...(ofDialog && { 301: MERGED }),
    304: NOT_MODIFIED,
    ...errorResponses('get'),
    ...(scope && { 403: reference('responses', 'Write403') }),
  };
}

/** Client generators expect plain `application/json`, without a charset (RFC 8259 §11). */
function jsonContent(endpoint: ReadDescription): Response['content'] {
  const { record, list } = endpoint.answer;
  const schema = schemaReference(record);
  const { json, jsonp } = exampleAnswers(endpoint);
  return {
    'application/json': { schema: list ? { type: 'array', items: schema } : schema, examples: json },
    'application/javascript': { schema: JSONP, examples: jsonp },
  };
}

function xmlContent(endpoint: ReadDescription): Response['content'] {
  return { 'text/xml': { schema: XML, examples: exampleAnswers(endpoint).xml } };
}

const JSONP = {
  type: 'string',
  description: 'With `callback` only: a script that calls the function with the JSON.',
};

const DESCRIPTIONS = {
  slice: 'A slice of the list; empty past its end.',
  all: 'The whole list.',
  one: 'The requested record.',
};

const XML = {
  type: 'string',
  description:
    'The same fields as elements of `<response>`; records of a list are `<resource>` elements, null is an empty element.',
};

const MERGED: Response = {
  description:
    'The dialog was merged into another one; `Location` is the same of the other one, without the key.',
  headers: headerReferences([...READ_HEADERS, 'Location']),
};

const NOT_MODIFIED: Response = {
  description: 'Not modified. No body.',
  headers: headerReferences(READ_HEADERS),
};
