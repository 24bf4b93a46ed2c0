import { toHttpError } from '@guidepost/http';
import {
  closedObject,
  headerReferences,
  type Reference,
  type Response,
  reference,
  schemaReference,
} from '@guidepost/openapi';
import { AppError, type ErrorKind } from '@guidepost/service-kit';
import type { SchemaObject } from 'ajv';
import { ERRORS, errorAnswer } from '../json-api/error-answer.ts';
import { MEDIA_TYPE } from '../json-api/headers.ts';
import type { Mount } from '../json-api/mount.ts';
import type { WriteDescription } from '../reading/endpoint.ts';
import { versionSchema } from './document-schemas.ts';
import { ERROR_DESCRIPTIONS, type ErrorDescription } from './error-descriptions.ts';
import { type HeaderName, RESPONSE_HEADERS } from './headers.ts';
import { shapeSchemas } from './shape-schemas.ts';

/** Reads, votes, and what needs a key that may write. */
export type OperationKind = 'get' | 'post' | 'write';

export const DESCRIBED_KINDS = Object.keys(ERROR_DESCRIPTIONS) as readonly ErrorKind[];

const KINDS_OF: Readonly<Record<OperationKind, readonly ErrorDescription['of'][]>> = {
  get: ['all'],
  post: ['all', 'body'],
  write: ['all', 'body', 'write'],
};

const OWN_HEADERS: Readonly<Partial<Record<ErrorKind, HeaderName>>> = {
  'rate-limited': 'Retry-After',
  unauthorized: 'WWW-Authenticate',
  unavailable: 'Retry-After',
};

const REQUEST_ID = '4c0e2c5e-8a0f-4b8e-9a51-0d7a6c8f1a2b';

export function errorSchemas(mount: Mount): Record<string, SchemaObject> {
  const text = { type: 'string' };
  const kinds = DESCRIBED_KINDS.filter((kind) => mount.writable || ERROR_DESCRIPTIONS[kind].of !== 'write');
  const pointer = closedObject({ pointer: { ...text, description: 'A JSON Pointer into the body.' } });
  const error = closedObject(
    {
      id: { ...text, description: 'Identifies an internal error in the log.' },
      status: { ...text, pattern: '^[45][0-9]{2}$', description: 'The HTTP status code as text.' },
      code: {
        ...text,
        enum: kinds.map((kind) => ERRORS[kind][0]),
        description: 'A stable code for programs.',
      },
      title: { ...text, description: 'The same for all errors with this code.' },
      detail: { ...text, description: 'The problem with this request, and how to fix it.' },
      source: {
        description: 'The invalid part of the request.',
        oneOf: [
          closedObject({ parameter: text }),
          closedObject({ header: text }),
          ...(mount.writable ? [pointer] : []),
        ],
      },
    },
    { optional: ['id', 'source'] },
  );
  const errors = { type: 'array', minItems: 1, items: error };
  return { [schemaName(mount)]: closedObject({ jsonapi: versionSchema(mount), errors }) };
}

/** @param kinds those that the operation may answer with; by default all of its kind */
export function errorResponses(
  mount: Mount,
  operation: OperationKind,
  kinds: readonly ErrorKind[] = kindsOf(operation),
): Record<string, Reference> {
  const statuses = [...new Set(kinds.map((kind) => String(statusOf(kind))))].toSorted();
  return Object.fromEntries(
    statuses.map((status) => [status, reference('responses', responseName(mount, operation, status))]),
  );
}

export function errorResponseComponents(mount: Mount, operation: OperationKind): Record<string, Response> {
  const byStatus = Object.groupBy(kindsOf(operation), (kind) => String(statusOf(kind)));
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, kinds = []]) => [
      responseName(mount, operation, status),
      errorResponse(mount, status, kinds),
    ]),
  );
}

/** The errors of operations that change something: those of all, those of bodies, and its own. */
export function writeErrors({ body, refusals }: Pick<WriteDescription, 'body' | 'refusals'>): ErrorKind[] {
  return kindsOf('write').filter((kind) => {
    const { of } = ERROR_DESCRIPTIONS[kind];
    return of === 'all' || kind === 'forbidden' || (of === 'body' && body) || refusals.includes(kind);
  });
}

function kindsOf(operation: OperationKind): ErrorKind[] {
  return DESCRIBED_KINDS.filter((kind) => KINDS_OF[operation].includes(ERROR_DESCRIPTIONS[kind].of));
}

function responseName(mount: Mount, operation: OperationKind, status: string): string {
  const name = `${operation[0]?.toUpperCase()}${operation.slice(1)}`;
  return `${shapeSchemas(mount).prefix}${name}${status}`;
}

export function statusOf(kind: ErrorKind): number {
  return toHttpError(new AppError(kind, '')).status;
}

function errorResponse(mount: Mount, status: string, kinds: readonly ErrorKind[]): Response {
  const own = kinds.flatMap((kind) => OWN_HEADERS[kind] ?? []);
  const codes = kinds.map((kind) => ERRORS[kind][0]);
  const narrowed = { properties: { status: { const: status }, code: { enum: codes } } };
  return {
    description: kinds.map((kind) => ERROR_DESCRIPTIONS[kind].description).join(' '),
    headers: headerReferences([...RESPONSE_HEADERS, ...own]),
    content: {
      [MEDIA_TYPE]: {
        schema: {
          allOf: [schemaReference(schemaName(mount)), { properties: { errors: { items: narrowed } } }],
        },
        examples: Object.fromEntries(
          kinds.map((kind) => [ERRORS[kind][0], { value: errorExample(mount, kind) }]),
        ),
      },
    },
  };
}

/** Rendered like real errors. */
function errorExample(mount: Mount, kind: ErrorKind): unknown {
  const { detail, source } = ERROR_DESCRIPTIONS[kind];
  const sentence = typeof detail === 'string' ? detail : detail(mount);
  const error = toHttpError(new AppError(kind, sentence, source ? { source } : {}));
  const { body } = errorAnswer(error, mount.shape.version, kind === 'internal' ? REQUEST_ID : undefined);
  return JSON.parse(String(body));
}

function schemaName(mount: Mount): string {
  return `${shapeSchemas(mount).prefix}Errors`;
}
