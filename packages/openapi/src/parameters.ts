import type { Parameter } from '@guidepost/http';
import { type Header, type OperationParameter, type Reference, reference } from './document.ts';

/** Accepted by every read whose response has an entity tag. */
export const IF_NONE_MATCH: OperationParameter = {
  name: 'If-None-Match',
  in: 'header',
  description:
    'Entity tags of earlier responses: if one of them is current, the response is a 304 without a body.',
  schema: { type: 'string' },
};

/** The OpenAPI form of a declared query parameter; lists are comma-separated. */
export function queryParameter({ name, description, schema, example }: Parameter): OperationParameter {
  const isList = schema.type === 'array';
  return {
    name,
    in: 'query',
    description,
    ...(isList && { style: 'form', explode: false }),
    schema,
    ...(example !== undefined && { example: isList ? example.split(',') : typed(example, schema.type) }),
  };
}

function typed(example: string, type: string): string | number {
  return type === 'integer' ? Number(example) : example;
}

export function parameterComponents(
  parameters: readonly OperationParameter[],
): Record<string, OperationParameter> {
  return Object.fromEntries(parameters.map((parameter) => [componentName(parameter.name), parameter]));
}

export function parameterReference(name: string): Reference {
  return reference('parameters', componentName(name));
}

/** `page[size]` → `page-size`: component names cannot contain brackets. */
function componentName(name: string): string {
  return name.toLowerCase().replace('[', '-').replace(']', '');
}

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
