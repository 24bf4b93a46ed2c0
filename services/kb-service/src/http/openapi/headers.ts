import { ANSWER_HEADERS, type Header, LIMIT_HEADERS } from '@guidepost/openapi';

const text = { type: 'string' } as const;

export const HEADERS = {
  ...ANSWER_HEADERS,
  'Cache-Control': {
    description: 'Caches may store the response, but must revalidate it before each use.',
    required: true,
    schema: { ...text, enum: ['public, no-cache', 'private, no-cache'] },
  },
  Location: {
    description: 'The new URL, relative to the service, with the query of the request.',
    required: true,
    schema: { ...text, format: 'uri-reference' },
  },
} satisfies Record<string, Header>;

export type HeaderName = keyof typeof HEADERS;

export const RESPONSE_HEADERS: readonly HeaderName[] = ['ETag', 'Cache-Control', 'Vary', ...LIMIT_HEADERS];
