import { PAGE_PARAMETERS, type Parameter } from '@guidepost/http';
import { FIELDS_PARAMETERS } from '../json-api/sparse-fields.ts';
import type { EndpointDescription } from '../reading/routes.ts';
import type { MountedApi } from '../routes.ts';
import { EXAMPLE_HOST } from './examples.ts';
import { type OperationParameter, type Reference, reference } from './openapi.ts';

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

/** What an operation takes, those that many share by reference. */
export function operationParameters(
  pattern: string,
  { parameters }: EndpointDescription,
  method: 'get' | 'post',
): (OperationParameter | Reference)[] {
  return [
    ...pathParameters(pattern),
    ...parameters.declared.map((parameter) =>
      isShared(parameter)
        ? reference('parameters', componentName(parameter.name))
        : queryParameter(parameter),
    ),
    ...(method === 'get' ? [reference('parameters', componentName(IF_NONE_MATCH.name))] : []),
  ];
}

/** What these refer to, by name. */
export function sharedParameters(apis: readonly MountedApi[]): Record<string, OperationParameter> {
  const endpoints = apis.flatMap(({ routes }) =>
    Object.values(routes).flatMap(({ get, post }) => [get, post]),
  );
  const declared = endpoints.flatMap((endpoint) => endpoint?.parameters.declared ?? []);
  const shared = [...declared.filter(isShared).map(queryParameter), IF_NONE_MATCH];
  return Object.fromEntries(shared.map((parameter) => [componentName(parameter.name), parameter]));
}

/** Declared once for all endpoints, and not anew for each type as `sort` and `include` are. */
function isShared(parameter: Parameter): boolean {
  return [...PAGE_PARAMETERS, ...FIELDS_PARAMETERS].includes(parameter);
}

/** `page[size]` → `page-size`: brackets may not stand in the name of a component. */
function componentName(name: string): string {
  return name.toLowerCase().replace('[', '-').replace(']', '');
}

/** What the pattern of a route leaves open. Throws for a name that is not described: at start, where it is seen. */
function pathParameters(pattern: string): OperationParameter[] {
  return Array.from(pattern.matchAll(/:([a-z_]+)/g), ([, name = '']) => {
    const described = PATH_PARAMETERS[name];
    if (!described) throw new Error(`The OpenAPI document does not describe the path parameter ${name}.`);
    return { name, in: 'path', required: true, ...described };
  });
}

/** A declared query parameter; lists are words with commas between them. */
function queryParameter({ name, description, schema, example }: Parameter): OperationParameter {
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
