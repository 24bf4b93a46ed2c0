import type { SchemaObject } from 'ajv';
import { closedObject } from './closed-object.ts';
import type { Operation, PathItem, Response } from './document.ts';
import { headerReferences, reference } from './references.ts';

/** The group of what a service answers besides its API. */
export const SERVICE_GROUP = 'Service';

const OUTCOME = { enum: ['ok', 'failed'] };

const DETAILS = {
  type: 'object',
  additionalProperties: { type: 'string' },
  description: 'What does not keep it from serving, by name: `search` is the engine that answers searches.',
};

const NOT_MODIFIED: Response = {
  description: 'Nothing has changed since the entity tag was given. No body.',
  headers: headerReferences(['ETag']),
};

/** What every service answers besides its API, to everybody. Refers to the header `ETag` and the response `Get414`. */
export const SERVICE_PATHS: Readonly<Record<string, PathItem>> = {
  '/healthz': {
    get: operation('health', 'Whether the process lives', { 200: healthResponse('It does.', ['ok']) }),
  },
  '/readyz': {
    get: operation('readiness', 'Whether it can serve', {
      200: healthResponse('It can.', ['ok'], { details: DETAILS }),
      503: healthResponse(
        'It is stopping, or something that it needs is away.',
        ['stopping', 'unavailable'],
        {
          details: DETAILS,
        },
      ),
    }),
  },
  '/openapi.json': {
    get: operation('openapi', 'This document', {
      200: response('An OpenAPI 3.1 document.', 'application/json', { type: 'object' }),
    }),
  },
  '/docs': {
    get: operation('docs', 'This document, for people', {
      200: response('A page.', 'text/html; charset=utf-8', { type: 'string' }),
    }),
  },
};

function operation(operationId: string, summary: string, responses: Operation['responses']): Operation {
  return {
    operationId,
    tags: [SERVICE_GROUP],
    summary,
    security: [{}],
    responses: { ...responses, 304: NOT_MODIFIED, 414: reference('responses', 'Get414') },
  };
}

function healthResponse(
  description: string,
  states: string[],
  more: Record<string, SchemaObject> = {},
): Response {
  const checks = {
    type: 'object',
    additionalProperties: OUTCOME,
    description: 'What was looked at, by name.',
  };
  const schema = closedObject({ status: { enum: states }, checks, ...more });
  return response(description, 'application/json', schema);
}

function response(description: string, mediaType: string, schema: SchemaObject): Response {
  return { description, headers: headerReferences(['ETag']), content: { [mediaType]: { schema } } };
}
