import type { Header } from './document.ts';

const text = { type: 'string' } as const;
const seconds = { type: 'integer', minimum: 0 } as const;

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
  'Retry-After': { description: 'When to come again, in seconds.', required: true, schema: seconds },
} satisfies Record<string, Header>;
