import { headerReferences, type Operation, type RequestBody, type Response } from '@guidepost/openapi';
import { MEDIA_TYPE } from '../json-api/headers.ts';
import type { Mount } from '../json-api/mount.ts';
import type { EndpointDescription } from '../reading/endpoint.ts';
import { documentSchema } from './document-schemas.ts';
import { errorResponses } from './error-responses.ts';
import { exampleDocuments } from './examples.ts';
import { RESPONSE_HEADERS } from './headers.ts';
import { operationParameters } from './parameters.ts';
import { shapeSchemas } from './shape-schemas.ts';

export interface Place {
  mount: Mount;
  /** Below the mount: `/:host/guides/:id`. */
  pattern: string;
  method: 'get' | 'post';
}

export function createOperation(place: Place, endpoint: EndpointDescription): Operation {
  const { mount, pattern, method } = place;
  const { summary, description } = endpoint;
  return {
    operationId: operationId(place),
    tags: [groupOf(place)],
    summary,
    ...(description !== undefined && { description }),
    parameters: operationParameters(pattern, endpoint, method),
    ...(method === 'post' && { requestBody: ANY_BODY }),
    responses: {
      200: success(mount, endpoint),
      ...(endpoint.answer.moved && { 301: MOVED }),
      ...(method === 'get' && { 304: NOT_MODIFIED }),
      ...errorResponses(mount, method),
    },
  };
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
      [MEDIA_TYPE]: { schema: documentSchema(mount, endpoint), examples: exampleDocuments(mount, endpoint) },
    },
  };
}

/** A body is ignored, but must be readable. */
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
