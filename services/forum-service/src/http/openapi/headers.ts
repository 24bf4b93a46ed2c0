import { ANSWER_HEADERS, type Header, LIMIT_HEADERS } from '@guidepost/openapi';

/** Header fields of answers, by name. */
export const HEADERS = {
  ...ANSWER_HEADERS,
  'Cache-Control': {
    description:
      'Keep it, but ask whether it still holds before each use. `private` with a key, and `no-store` for a script with a key.',
    required: true,
    schema: { type: 'string', enum: ['public, no-cache', 'private, no-cache', 'no-store'] },
  },
  'X-TotalResults': {
    description: 'How many records there are, whatever `start` and `limit` are.',
    required: true,
    schema: { type: 'integer', minimum: 0 },
  },
  'X-Limit': {
    description:
      'How many records the list holds, where it ends early since more would pass 8 MB: add it to `start` to go on.',
    schema: { type: 'integer', minimum: 1 },
  },
  Location: {
    description: 'Of the new record, where it has an address; or where a form leads.',
    schema: { type: 'string', format: 'uri' },
  },
} satisfies Record<string, Header>;

export type HeaderName = keyof typeof HEADERS;

/** What every answer to a read carries; those of limits only where requests are counted. */
export const READ_HEADERS: readonly HeaderName[] = ['ETag', 'Cache-Control', 'Vary', ...LIMIT_HEADERS];
