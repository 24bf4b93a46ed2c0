import type { Header } from './document.ts';

const text = { type: 'string' } as const;
const count = { type: 'integer', minimum: 0 } as const;

export const ANSWER_HEADERS = {
  ETag: {
    description: 'A weak entity tag, the same for every content coding. Send it back in `If-None-Match`.',
    required: true,
    schema: { ...text, pattern: '^W/"[^"]+"$' },
  },
  Vary: { description: 'Request header fields that the response depends on.', required: true, schema: text },
  Allow: { description: 'Methods that the address supports.', required: true, schema: text },
  'WWW-Authenticate': {
    description: 'The authentication scheme.',
    required: true,
    schema: { ...text, const: 'Bearer' },
  },
  'Retry-After': { description: 'When to retry, in seconds.', required: true, schema: count },
  'RateLimit-Limit': {
    description: 'The limit, where requests are counted.',
    schema: count,
  },
  'RateLimit-Remaining': { description: 'Requests left.', schema: count },
  'RateLimit-Reset': { description: 'Seconds until the limit is restored.', schema: count },
} satisfies Record<string, Header>;

/** Response headers on the state of a limit. */
export const LIMIT_HEADERS = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'] as const;
