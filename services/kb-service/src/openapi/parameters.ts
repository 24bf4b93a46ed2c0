import type { Parameter } from '@guidepost/http';
import { EXAMPLE_HOST } from './examples.ts';
import type { OperationParameter } from './openapi.ts';

const SLUG = '^[a-z0-9]+(-[a-z0-9]+)*$';

/** What stands in paths, by the name in the route's pattern. */
const PATH_PARAMETERS: Readonly<
  Record<string, Pick<OperationParameter, 'description' | 'schema' | 'example'>>
> = {
  host: {
    description: 'The host name where people read the knowledge base, with its port when it has one.',
    schema: { type: 'string', maxLength: 259 },
    example: EXAMPLE_HOST,
  },
  id: {
    description: 'The id, a decimal number.',
    schema: { type: 'string', pattern: '^[1-9][0-9]{0,15}$' },
    example: '1',
  },
  slug: {
    description: 'The slug that the guide has, or one that it had.',
    schema: { type: 'string', pattern: SLUG, maxLength: 200 },
    example: 'getting-started-read-your-first-guide',
  },
  guide: {
    description: 'The guide’s slug, or its id when no slug matches.',
    schema: { type: 'string', pattern: SLUG, maxLength: 200 },
    example: 'getting-started-read-your-first-guide',
  },
};

const IF_NONE_MATCH: OperationParameter = {
  name: 'If-None-Match',
  in: 'header',
  description:
    'Entity tags of earlier answers: when one of them still holds, the answer is a 304 without body.',
  schema: { type: 'string' },
};

/** `/:host/guides/:id` as OpenAPI writes it: `/{host}/guides/{id}`. */
export function pathTemplate(pattern: string): string {
  return pattern.replace(/:([a-z_]+)/g, '{$1}');
}

/** What the pattern of a route leaves open. Throws for a name that is not described: at start, where it is seen. */
export function pathParameters(pattern: string): OperationParameter[] {
  return Array.from(pattern.matchAll(/:([a-z_]+)/g), ([, name = '']) => {
    const described = PATH_PARAMETERS[name];
    if (!described) throw new Error(`The OpenAPI document does not describe the path parameter ${name}.`);
    return { name, in: 'path', required: true, ...described };
  });
}

/** A declared query parameter; lists are words with commas between them. */
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

/** What every GET takes. */
export const CONDITIONS: readonly OperationParameter[] = [IF_NONE_MATCH];

function typed(example: string, type: string): string | number {
  return type === 'integer' ? Number(example) : example;
}
