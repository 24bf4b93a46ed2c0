import { toHttpError } from '@guidepost/http';
import {
  headerReferences,
  type MediaType,
  type Reference,
  type Response,
  reference,
  schemaReference,
} from '@guidepost/openapi';
import { AppError, type ErrorKind } from '@guidepost/service-kit';
import type { SchemaObject } from 'ajv';
import { describeMistake } from '../../posts/validate-fields.ts';
import { FORM_ERRORS } from '../forms/form-failure.ts';
import { reasonOf } from '../headers.ts';
import { type HeaderName, READ_HEADERS } from './parameters.ts';

/** `write` is a change by a key. */
export type Method = 'get' | 'post' | 'write';

interface ErrorDescription {
  /** Operations that may return it: all, those of one method, or none, when the path does not exist or is not here. */
  of: 'all' | 'get' | 'post' | 'none';
  description: string;
}

/** Covers every error kind, which the type enforces. */
export const ERROR_DESCRIPTIONS: Readonly<
  Record<
    Exclude<ErrorKind, 'disabled' | 'not-acceptable' | 'precondition-failed' | 'unprocessable'>,
    ErrorDescription
  >
> = {
  invalid: {
    of: 'all',
    description: 'Invalid parameters or fields: messages by name, as JSON.',
  },
  malformed: {
    of: 'post',
    description:
      'The body cannot be read, is not a JSON object, or contains a file. Forms get an HTML page, also for what is a 403, 409 or 429 to programs.',
  },
  unauthorized: {
    of: 'all',
    description: 'The key is invalid, or the request requires one.',
  },
  forbidden: {
    of: 'post',
    description: 'The dialog is archived, the sender is blocked, or the key may not do this.',
  },
  'not-found': {
    of: 'all',
    description: 'There is no such forum, dialog, comment or topic, or the ending is unknown.',
  },
  moved: {
    of: 'none',
    description:
      'The forum has moved to another server. The proxy in front sends the request there, so clients do not see this.',
  },
  'method-not-allowed': {
    of: 'none',
    description: 'The address does not support this method; `Allow` lists those it does.',
  },
  conflict: {
    of: 'post',
    description: 'The same content was posted before, or something else stands in the way.',
  },
  timeout: { of: 'post', description: 'No data was received for 30 seconds.' },
  'too-large': { of: 'post', description: 'The body is larger than 256 kB, or a file larger than 25 MiB.' },
  'uri-too-long': { of: 'all', description: 'The address is longer than 16,000 bytes.' },
  'unsupported-media-type': { of: 'post', description: 'The media type of the body is not supported.' },
  'rate-limited': {
    of: 'all',
    description: 'Too many requests; `Retry-After` says when to try again.',
  },
  internal: {
    of: 'all',
    description: 'Something went wrong on our side; the id in brackets identifies the log entry.',
  },
  unavailable: {
    of: 'all',
    description: 'The service cannot answer at the moment; `Retry-After` says when to try again.',
  },
};

type DescribedKind = keyof typeof ERROR_DESCRIPTIONS;
export const DESCRIBED_KINDS = Object.keys(ERROR_DESCRIPTIONS) as readonly DescribedKind[];

const OWN_HEADERS: Readonly<Partial<Record<DescribedKind, HeaderName>>> = {
  'rate-limited': 'Retry-After',
  unauthorized: 'WWW-Authenticate',
  unavailable: 'Retry-After',
};

export const MESSAGES: SchemaObject = {
  type: 'object',
  minProperties: 1,
  additionalProperties: { type: 'array', minItems: 1, items: { type: 'string' } },
};

const EXAMPLES: Readonly<Record<Method, object>> = {
  get: { limit: ['limit must be a whole number from 0 to 1000.'] },
  post: {
    useremail: [describeMistake({ message: 'email' }, 'en')],
    title: [describeMistake({ message: 'required' }, 'en')],
  },
  write: { title: [describeMistake({ message: 'required' }, 'en')] },
};

const NAMES: Readonly<Record<Method, string>> = { get: 'Get', post: 'Post', write: 'Write' };

const FORM_PAGE: Record<string, MediaType> = {
  'text/html; charset=utf-8': { schema: { type: 'string' } },
};

/**
 * References to all errors of an operation, by status.
 * @param but kinds that the operation never returns and that do not share their status with another
 */
export function errorResponses(
  method: Method,
  but: readonly DescribedKind[] = [],
): Record<string, Reference> {
  const never = but.map((kind) => String(statusOf(kind)));
  const statuses = Object.keys(kindsByStatus(method)).filter((status) => !never.includes(status));
  return Object.fromEntries(
    statuses.map((status) => [status, reference('responses', responseName(method, status))]),
  );
}

export function errorResponseComponents(method: Method): Record<string, Response> {
  return Object.fromEntries(
    Object.entries(kindsByStatus(method)).map(([status, kinds = []]) => [
      responseName(method, status),
      {
        description: kinds.map((kind) => ERROR_DESCRIPTIONS[kind].description).join(' '),
        headers: headerReferences([...READ_HEADERS, ...kinds.flatMap((kind) => OWN_HEADERS[kind] ?? [])]),
        content: Object.assign({}, ...kinds.map((kind) => contentOf(kind, method))),
      },
    ]),
  );
}

export function statusOf(kind: ErrorKind): number {
  return toHttpError(new AppError(kind, '')).status;
}

function kindsByStatus(method: Method): Partial<Record<string, DescribedKind[]>> {
  const isOf = (of: string) => of === 'all' || of === (method === 'write' ? 'post' : method);
  const kinds = DESCRIBED_KINDS.filter((kind) => isOf(ERROR_DESCRIPTIONS[kind].of));
  return Object.groupBy(kinds, (kind) => String(statusOf(kind)));
}

function responseName(method: Method, status: string): string {
  return `${NAMES[method]}${status}`;
}

function contentOf(kind: DescribedKind, method: Method): Record<string, MediaType> {
  if (kind === 'invalid') {
    const examples = { messages: { value: EXAMPLES[method] } };
    const messages = { 'application/json': { schema: schemaReference('Messages'), examples } };
    return { ...messages, ...(method === 'post' && FORM_PAGE) };
  }
  const status = statusOf(kind);
  const reason = reasonOf(status);
  const withId = { type: 'string', pattern: `^${reason} \\([^)]+\\)$` };
  const schema = kind === 'internal' ? withId : { const: reason };
  const hasPage = method === 'post' && !FORM_ERRORS.has(kind);
  return { 'text/plain; charset=utf-8': { schema }, ...(hasPage && FORM_PAGE) };
}
