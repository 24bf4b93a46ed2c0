import { ANSWER_HEADERS, type Header, LIMIT_HEADERS } from '@guidepost/openapi';

const text = { type: 'string' } as const;

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
} satisfies Record<string, Header>;

export type HeaderName = keyof typeof HEADERS;

export const USUAL_HEADERS: readonly HeaderName[] = ['ETag', 'Cache-Control', 'Vary', ...LIMIT_HEADERS];
