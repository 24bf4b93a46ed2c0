import { ANSWER_HEADERS, type Header, LIMIT_HEADERS } from '@guidepost/openapi';

const text = { type: 'string' } as const;

export const HEADERS = {
  ...ANSWER_HEADERS,
  'Cache-Control': {
    description: 'Caches may store the response, but must revalidate it before each use.',
    required: true,
    schema: { ...text, enum: ['public, no-cache', 'private, no-cache'] },
  },
  ETag: {
    ...ANSWER_HEADERS.ETag,
    description: `${ANSWER_HEADERS.ETag.description} A strong one, of a single resource for a key that may write, also serves in \`If-Match\`.`,
    schema: { ...text, pattern: '^(W/)?"[^"]+"$' },
  },
  Location: {
    description:
      'The URL of what was created, or the new URL, with the query of the request, of what has moved.',
    required: true,
    schema: { ...text, format: 'uri-reference' },
  },
} satisfies Record<string, Header>;

export type HeaderName = keyof typeof HEADERS;

export const RESPONSE_HEADERS: readonly HeaderName[] = ['ETag', 'Cache-Control', 'Vary', ...LIMIT_HEADERS];
