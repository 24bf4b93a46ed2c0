import type { Parameter } from '@guidepost/http';
import {
  IF_NONE_MATCH,
  type OperationParameter,
  type PathParameterDescription,
  parameterComponents,
  parameterReference,
  pathParameters,
  queryParameter,
  type Reference,
} from '@guidepost/openapi';
import { PAGE_PARAMETERS } from '../json-api/page.ts';
import { FIELDS_PARAMETERS } from '../json-api/sparse-fields.ts';
import type { EndpointDescription, MountedApi } from '../reading/endpoint.ts';
import { EXAMPLE_HOST } from './examples.ts';

const SLUG = '^[a-z0-9]+(-[a-z0-9]+)*$';

const PATH_PARAMETERS: Readonly<Record<string, PathParameterDescription>> = {
  host: {
    description: 'The host name of the knowledge base, with its port if it has one.',
    schema: { type: 'string', maxLength: 259 },
    example: EXAMPLE_HOST,
  },
  id: {
    description: 'The id, a decimal number.',
    schema: { type: 'string', pattern: '^[1-9][0-9]{0,15}$' },
    example: '1',
  },
  slug: {
    description: 'The current or a former slug of the guide.',
    schema: { type: 'string', pattern: SLUG, maxLength: 200 },
    example: 'getting-started-read-your-first-guide',
  },
  guide: {
    description: 'The slug of the guide, or its id if no slug matches.',
    schema: { type: 'string', pattern: SLUG, maxLength: 200 },
    example: 'getting-started-read-your-first-guide',
  },
};

/** The parameters of an operation; shared ones are references. */
export function operationParameters(
  pattern: string,
  { parameters }: EndpointDescription,
  method: 'get' | 'post',
): (OperationParameter | Reference)[] {
  return [
    ...pathParameters(pattern, PATH_PARAMETERS),
    ...parameters.declared.map((parameter) =>
      isShared(parameter) ? parameterReference(parameter.name) : queryParameter(parameter),
    ),
    ...(method === 'get' ? [parameterReference(IF_NONE_MATCH.name)] : []),
  ];
}

export function sharedParameters(apis: readonly MountedApi[]): Record<string, OperationParameter> {
  const endpoints = apis.flatMap(({ routes }) =>
    Object.values(routes).flatMap(({ get, post }) => [get, post]),
  );
  const declared = endpoints.flatMap((endpoint) => endpoint?.parameters.declared ?? []);
  return parameterComponents([...declared.filter(isShared).map(queryParameter), IF_NONE_MATCH]);
}

/** The same for all types, unlike `sort` and `include`. */
function isShared(parameter: Parameter): boolean {
  return [...PAGE_PARAMETERS, ...FIELDS_PARAMETERS].includes(parameter);
}
