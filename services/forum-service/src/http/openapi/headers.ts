import { ANSWER_HEADERS, type Header, LIMIT_HEADERS } from '@guidepost/openapi';

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
  Location: {
    description: 'The address of the new record, if it has one, or where a form or a merged dialog leads.',
    schema: { type: 'string', format: 'uri' },
  },
} satisfies Record<string, Header>;

export type HeaderName = keyof typeof HEADERS;

/** Headers of every read; rate-limit headers only where requests are counted. */
export const READ_HEADERS: readonly HeaderName[] = ['ETag', 'Cache-Control', 'Vary', ...LIMIT_HEADERS];
