import type { SchemaObject } from 'ajv';
import { closedObject } from './closed-object.ts';
import type { Operation, PathItem, Response } from './document.ts';
import { headerReferences, reference } from './references.ts';

export const SERVICE_GROUP = 'Service';

const OUTCOME = { enum: ['ok', 'failed'] };

const DETAILS = {
  type: 'object',
  additionalProperties: { type: 'string' },
  description: 'Optional dependencies, by name: `search` is the engine that answers searches.',
};

const NOT_MODIFIED: Response = {
  description: 'Not modified since the given entity tag. No body.',
  headers: headerReferences(['ETag']),
};

export const SERVICE_PATHS: Readonly<Record<string, PathItem>> = {
  '/healthz': {
    get: operation('health', 'Liveness', { 200: healthResponse('The process is live.', ['ok']) }),
  },
  '/readyz': {
    get: operation('readiness', 'Readiness', {
      200: healthResponse('The service is ready.', ['ok'], { details: DETAILS }),
      503: healthResponse(
        'The service is stopping, or a dependency is unavailable.',
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
    get: operation('docs', 'This document as a page', {
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
    description: 'Results of the checks, by name.',
  };
  const schema = closedObject({ status: { enum: states }, checks, ...more });
  return response(description, 'application/json', schema);
}

function response(description: string, mediaType: string, schema: SchemaObject): Response {
  return { description, headers: headerReferences(['ETag']), content: { [mediaType]: { schema } } };
}
