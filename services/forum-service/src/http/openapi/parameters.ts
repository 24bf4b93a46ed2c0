import type { Parameter } from '@guidepost/http';
import {
  ANSWER_HEADERS,
  type Header,
  IF_NONE_MATCH,
  LIMIT_HEADERS,
  type OperationParameter,
  type PathParameterDescription,
  parameterComponents,
  parameterReference,
  pathParameters,
  queryParameter,
  type Reference,
} from '@guidepost/openapi';
import type { ReadDescription } from '../endpoint.ts';
import { CALLBACK, KEY, PAGE } from '../parameters.ts';
import { EXAMPLE_SLUG } from './examples.ts';

const ID = { schema: { type: 'string', pattern: '^[1-9][0-9]{0,15}$' }, example: '1' };

export const PATH_PARAMETERS: Readonly<Record<string, PathParameterDescription>> = {
  slug: {
    description: 'The forum.',
    schema: { type: 'string', pattern: '^[a-z0-9][a-z0-9-]{0,62}$' },
    example: EXAMPLE_SLUG,
  },
  topics: {
    description: 'Comma-separated topics: `Q`, `question` or `questions`, and so on, in any case.',
    schema: { type: 'string' },
    example: 'q,p',
  },
  id: { description: 'The id, a decimal number.', ...ID },
  dialog: { description: 'The id of the dialog.', ...ID },
  tags: {
    description: 'Comma-separated tags; case-insensitive.',
    schema: { type: 'string' },
    example: 'delivery',
  },
  query: {
    description: 'Percent-encoded search words, which may include dots and encoded slashes.',
    schema: { type: 'string' },
    example: 'change%20address',
  },
  user: { description: 'The id of the poster.', ...ID },
  file: {
    description: 'Initials, and the ending.',
    schema: { type: 'string', pattern: '[.]svg$' },
    example: 'AB.svg',
  },
  name: {
    description: 'Random characters that grant access to the file, and the ending of its type.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{22}[.][a-z0-9]{3,4}$' },
    example: 'mZx2v0aLr8Qd1sTnB3kYwA.png',
  },
};

/** Declared once and referenced, unlike parameters that differ by endpoint such as `sort`. */
const SHARED: readonly Parameter[] = [CALLBACK, KEY, ...PAGE];

export function operationParameters(
  path: string,
  { parameters }: ReadDescription,
  but: readonly Parameter[] = [],
): (OperationParameter | Reference)[] {
  return [
    ...pathParameters(path, PATH_PARAMETERS),
    ...parameters.declared
      .filter((parameter) => !but.includes(parameter))
      .map((parameter) =>
        SHARED.includes(parameter) ? parameterReference(parameter.name) : queryParameter(parameter),
      ),
    parameterReference(IF_NONE_MATCH.name),
  ];
}

export function postParameters(path: string): (OperationParameter | Reference)[] {
  return [...pathParameters(path, PATH_PARAMETERS), parameterReference(KEY.name)];
}

export function sharedParameters(): Record<string, OperationParameter> {
  return parameterComponents([...SHARED.map(queryParameter), IF_NONE_MATCH]);
}

export const HEADERS = {
  ...ANSWER_HEADERS,
  'Cache-Control': {
    description:
      'May be cached but must be revalidated before each use. `private` with a key, `no-store` for a script with a key.',
    required: true,
    schema: { type: 'string', enum: ['public, no-cache', 'private, no-cache', 'no-store'] },
  },
  'X-TotalResults': {
    description: 'Total number of records, independent of `start` and `limit`.',
    required: true,
    schema: { type: 'integer', minimum: 0 },
  },
  'X-Limit': {
    description: 'The number of records in a list that was cut at 8 MB: add it to `start` to continue.',
    schema: { type: 'integer', minimum: 1 },
  },
  'X-Partial': {
    description:
      '`true` for a search that could not look at everything: there may be more and better results.',
    schema: { type: 'string', const: 'true' },
  },
  Location: {
    description: 'The address of the new record, if it has one, or where a form or a merged dialog leads.',
    schema: { type: 'string', format: 'uri' },
  },
} satisfies Record<string, Header>;

export type HeaderName = keyof typeof HEADERS;

/** Headers of every read; rate-limit headers only where requests are counted. */
export const READ_HEADERS: readonly HeaderName[] = ['ETag', 'Cache-Control', 'Vary', ...LIMIT_HEADERS];
