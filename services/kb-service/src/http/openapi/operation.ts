import {
  closedObject,
  headerReferences,
  type Operation,
  type RequestBody,
  type Response,
} from '@guidepost/openapi';
import { MEDIA_TYPE } from '../json-api/headers.ts';
import type { Mount } from '../json-api/mount.ts';
import type { EndpointDescription, WriteDescription } from '../reading/endpoint.ts';
import { documentSchema, LIST_MEMBERS, versionSchema } from './document-schemas.ts';
import { errorResponses, writeErrors } from './error-responses.ts';
import { exampleDocuments } from './examples.ts';
import { RESPONSE_HEADERS } from './headers.ts';
import { operationParameters } from './parameters.ts';
import type { Place } from './place.ts';
import { shapeSchemas } from './shape-schemas.ts';

export function createOperation(place: Place, endpoint: EndpointDescription): Operation {
  const { mount, pattern, method } = place;
  const { summary, description } = endpoint;
  return {
    operationId: operationId(place),
    tags: [groupOf(place)],
    summary,
    ...(description !== undefined && { description }),
    parameters: operationParameters(pattern, endpoint, place),
    ...(method === 'post' && { requestBody: ANY_BODY }),
    responses: {
      200: success(mount, endpoint),
      ...(endpoint.answer.moved && { 301: MOVED }),
      ...(method === 'get' && { 304: NOT_MODIFIED }),
      ...errorResponses(mount, method === 'get' ? 'get' : 'post'),
    },
  };
}

/** The same for an operation that needs a key that may write. */
export function createWriteOperation(place: Place, endpoint: WriteDescription): Operation {
  const { mount, pattern } = place;
  const { summary, description, body, status } = endpoint;
  return {
    operationId: operationId(place),
    tags: [groupOf(place)],
    summary,
    ...(description !== undefined && { description }),
    security: [{ accessKey: [] }],
    parameters: operationParameters(pattern, endpoint, place),
    ...(body && { requestBody: requestBody(body) }),
    responses: {
      [status]: outcome(mount, endpoint),
      ...(place.method === 'get' && { 304: NOT_MODIFIED }),
      ...errorResponses(mount, 'write', writeErrors(endpoint)),
    },
  };
}

function requestBody(body: NonNullable<WriteDescription['body']>): RequestBody {
  const content = Object.entries(body).map(([type, { schema, example }]) => [
    type,
    { schema, examples: { plain: { value: example } } },
  ]);
  return { description: 'What to write.', required: true, content: Object.fromEntries(content) };
}

function outcome(mount: Mount, { status, answer = {} }: WriteDescription): Response {
  if (status === 204)
    return { description: 'Deleted. No body.', headers: headerReferences(RESPONSE_HEADERS) };
  const { type, meta, schema = {}, example, list = false } = answer;
  const media = type
    ? {
        schema: documentSchema(mount, { type, meta }),
        examples: exampleDocuments(mount, { type, ...(meta && { meta }) }),
      }
    : {
        schema: closedObject({
          jsonapi: versionSchema(mount),
          data: list ? { type: 'array', items: schema } : schema,
          ...(list && LIST_MEMBERS),
        }),
        examples: { plain: { value: exampleOf(mount, { example, list }) } },
      };
  return {
    description: list ? 'A page of the list.' : status === 201 ? 'Created.' : 'The resource.',
    headers: headerReferences([...RESPONSE_HEADERS, ...(status === 201 ? ['Location' as const] : [])]),
    content: { [MEDIA_TYPE]: media },
  };
}

function exampleOf(mount: Mount, { example, list }: { example: unknown; list: boolean }): object {
  const jsonapi = { version: mount.shape.version };
  if (!list) return { jsonapi, data: example };
  const links = { first: '?page%5Bnumber%5D=1', last: '?page%5Bnumber%5D=1' };
  return { jsonapi, data: [example], links, meta: { total: 1, pages: 1 } };
}

/** The tag of an operation: the first collection in its path. */
function groupOf({ mount, pattern }: Pick<Place, 'mount' | 'pattern'>): string {
  const [, , collection = 'knowledge base'] = pattern.split('/');
  return `${collection[0]?.toUpperCase()}${collection.slice(1)}${shapeSchemas(mount).suffix}`;
}

/** `get-guides-by-id`, for code generators. */
function operationId({ mount, pattern, method }: Place): string {
  const [, , ...segments] = pattern.split('/');
  const steps = segments.map((segment) => (segment.startsWith(':') ? `by-${segment.slice(1)}` : segment));
  const { prefix } = shapeSchemas(mount);
  const place = steps.length > 0 ? steps : ['knowledge-base'];
  return [...(prefix ? [prefix.toLowerCase()] : []), method, ...place].join('-').replaceAll('_', '-');
}

function success(mount: Mount, endpoint: EndpointDescription): Response {
  return {
    description: endpoint.answer.list ? 'A page of the list.' : 'The resource.',
    headers: headerReferences(RESPONSE_HEADERS),
    content: {
      [MEDIA_TYPE]: {
        schema: documentSchema(mount, endpoint.answer),
        examples: exampleDocuments(mount, endpoint.answer),
      },
    },
  };
}

/** A body is not needed. One that is sent must have this type and parse. */
const ANY_BODY: RequestBody = {
  description: 'Not required, and ignored; if sent, it must be JSON of at most 10 kB.',
  required: false,
  content: { [MEDIA_TYPE]: { schema: {} } },
};

const MOVED: Response = {
  description: 'The guide has been renamed. No body.',
  headers: headerReferences([...RESPONSE_HEADERS, 'Location']),
};

const NOT_MODIFIED: Response = {
  description: 'Not modified. No body.',
  headers: headerReferences(RESPONSE_HEADERS),
};
