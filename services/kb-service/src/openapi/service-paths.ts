import type { SchemaObject } from 'ajv';
import { HEADERS } from './headers.ts';
import { closedObject, type Operation, type PathItem, type Response, reference } from './openapi.ts';

const GROUP = 'Service';

const IMAGES = Object.fromEntries(
  ['avif', 'gif', 'jpeg', 'png', 'webp'].map((kind) => [`image/${kind}`, { schema: {} }]),
);

const OUTCOME = { enum: ['ok', 'failed'] };

/** What the service answers besides the API; free of `Accept` and of access keys. */
export const SERVICE_PATHS: Readonly<Record<string, PathItem>> = {
  '/files/{name}': {
    get: {
      operationId: 'file',
      tags: [GROUP],
      summary: 'An image of a published guide, or the logo of a public knowledge base',
      description:
        'The addresses stand in `content_html`, that of the logo on pages. What is behind one never changes, so it may be kept for a year; the entity tag is a strong one.',
      security: [{}],
      parameters: [
        {
          name: 'name',
          in: 'path',
          required: true,
          description: 'Random characters, which are the key to the file, and its ending.',
          schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{22}[.](avif|gif|jpg|png|webp)$' },
          example: 'mZx2v0aLr8Qd1sTnB3kYwA.png',
        },
      ],
      responses: {
        200: { description: 'The image.', content: IMAGES },
        304: { description: 'The image is the one that was kept. No body.' },
        404: reference('responses', 'Get404'),
      },
    },
  },
  '/healthz': {
    get: operation('health', 'Whether the process lives', { 200: healthResponse('It does.', ['ok']) }),
  },
  '/readyz': {
    get: operation('readiness', 'Whether it can serve', {
      200: healthResponse('It can.', ['ok']),
      503: healthResponse('It is stopping, or something that it needs is away.', ['stopping', 'unavailable']),
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
  return { operationId, tags: [GROUP], summary, security: [{}], responses };
}

function healthResponse(description: string, states: string[]): Response {
  const checks = {
    type: 'object',
    additionalProperties: OUTCOME,
    description: 'What was looked at, by name.',
  };
  const schema = closedObject({ status: { enum: states }, checks });
  return response(description, 'application/json; charset=utf-8', schema);
}

function response(description: string, mediaType: string, schema: SchemaObject): Response {
  return { description, headers: { ETag: HEADERS.ETag }, content: { [mediaType]: { schema } } };
}
