import type { Header } from './document.ts';

const text = { type: 'string' } as const;
/** Of seconds, or of requests. */
const count = { type: 'integer', minimum: 0 } as const;

/** Header fields that answers of every service have, by name. */
export const ANSWER_HEADERS = {
  ETag: {
    description: 'A weak entity tag, the same for every content coding. Send it back in `If-None-Match`.',
    required: true,
    schema: { ...text, pattern: '^W/"[^"]+"$' },
  },
  Vary: { description: 'What the answer depends on besides the address.', required: true, schema: text },
  Allow: { description: 'What the address does take.', required: true, schema: text },
  'WWW-Authenticate': {
    description: 'How to say who you are.',
    required: true,
    schema: { ...text, const: 'Bearer' },
  },
  'Retry-After': { description: 'When to come again, in seconds.', required: true, schema: count },
  'RateLimit-Limit': {
    description: 'How many requests there may be, where they are counted.',
    schema: count,
  },
  'RateLimit-Remaining': { description: 'How many of them are left.', schema: count },
  'RateLimit-Reset': { description: 'When all of them are there again, in seconds.', schema: count },
} satisfies Record<string, Header>;

/** What tells whoever is limited how far they are. */
export const LIMIT_HEADERS = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'] as const;
