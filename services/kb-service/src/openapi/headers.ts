import { type Header, type Reference, reference } from './openapi.ts';

const text = { type: 'string' } as const;
const seconds = { type: 'integer', minimum: 0 } as const;

/** Header fields of answers, by name. */
export const HEADERS = {
  ETag: {
    description: 'A weak entity tag, the same for every content coding. Send it back in `If-None-Match`.',
    required: true,
    schema: { ...text, pattern: '^W/"[^"]+"$' },
  },
  'Cache-Control': {
    description: 'Keep it, but ask whether it still holds before each use.',
    required: true,
    schema: { ...text, enum: ['public, no-cache', 'private, no-cache'] },
  },
  Vary: { description: 'What the answer depends on besides the address.', required: true, schema: text },
  Location: {
    description: 'Where it is now, relative to the service, with the query that was sent.',
    required: true,
    schema: { ...text, format: 'uri-reference' },
  },
  Allow: { description: 'What the address does take.', required: true, schema: text },
  'WWW-Authenticate': {
    description: 'How to say who you are.',
    required: true,
    schema: { ...text, const: 'Bearer' },
  },
  'Retry-After': { description: 'When to come again, in seconds.', required: true, schema: seconds },
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

/** The header fields of an answer, by reference. */
export function headerReferences(names: readonly HeaderName[]): Record<string, Reference> {
  return Object.fromEntries(names.map((name) => [name, reference('headers', name)]));
}
