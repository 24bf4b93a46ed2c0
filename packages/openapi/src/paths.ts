import type { SchemaObject } from 'ajv';
import {
  closedObject,
  headerReferences,
  METHODS,
  type OpenApiDocument,
  type Operation,
  type OperationParameter,
  type PathItem,
  type Response,
  reference,
} from './document.ts';

/** The description of a path parameter, shared by all paths. */
export type PathParameterDescription = Pick<OperationParameter, 'description' | 'schema' | 'example'>;

const PARAMETER = /:([a-z_]+)/g;

/** Converts Express's `/:host/guides/:id` to `/{host}/guides/{id}`. */
export function pathTemplate(pattern: string): string {
  return pattern.replace(PARAMETER, '{$1}');
}

/** The parameters of a route's pattern. @throws Error for one without a description, at start */
export function pathParameters(
  pattern: string,
  descriptions: Readonly<Record<string, PathParameterDescription>>,
): OperationParameter[] {
  return Array.from(pattern.matchAll(PARAMETER), ([, name = '']) => {
    const described = descriptions[name];
    if (!described) throw new Error(`The OpenAPI document does not describe the path parameter ${name}.`);
    return { name, in: 'path', required: true, ...described };
  });
}

export function byDepth(one: string, other: string): number {
  return one.split('/').length - other.split('/').length;
}

export function groupsOf(paths: OpenApiDocument['paths']): { name: string }[] {
  const operations = Object.values(paths).flatMap((item) => METHODS.map((method) => item[method]));
  const names = operations.flatMap((operation) => operation?.tags ?? []);
  return [...new Set(names)].map((name) => ({ name }));
}

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
