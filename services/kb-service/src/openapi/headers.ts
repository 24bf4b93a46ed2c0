import { ANSWER_HEADERS, type Header } from '@guidepost/openapi';

const text = { type: 'string' } as const;
const seconds = { type: 'integer', minimum: 0 } as const;

/** Header fields of answers, by name. */
export const HEADERS = {
  ...ANSWER_HEADERS,
  'Cache-Control': {
    description: 'Keep it, but ask whether it still holds before each use.',
    required: true,
    schema: { ...text, enum: ['public, no-cache', 'private, no-cache'] },
  },
  Location: {
    description: 'Where it is now, relative to the service, with the query that was sent.',
    required: true,
    schema: { ...text, format: 'uri-reference' },
  },
  'RateLimit-Limit': {
    description: 'How many requests there may be, where they are counted.',
    schema: seconds,
  },
  'RateLimit-Remaining': { description: 'How many of them are left.', schema: seconds },
  'RateLimit-Reset': { description: 'When all of them are there again, in seconds.', schema: seconds },
} satisfies Record<string, Header>;

export type HeaderName = keyof typeof HEADERS;

/** What every answer of the API carries. */
export const USUAL_HEADERS: readonly HeaderName[] = [
  'ETag',
  'Cache-Control',
  'Vary',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
];
