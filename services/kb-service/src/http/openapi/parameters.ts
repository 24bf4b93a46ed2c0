import type { Parameter } from '@guidepost/http';
import {
  IF_NONE_MATCH,
  METHODS,
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
import type { EndpointDescription, MountedApi, WriteDescription } from '../reading/endpoint.ts';
import { LANGUAGE_PARAMETER } from '../reading/parameters.ts';
import { EXAMPLE_HOST } from './examples.ts';
import type { Place } from './place.ts';

const IF_MATCH: OperationParameter = {
  name: 'If-Match',
  in: 'header',
  description:
    'Entity tags of responses about this resource to a key that may write: if it has been changed since, the response is a 412.',
  schema: { type: 'string' },
};

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
  language: {
    description: 'A further language of the knowledge base, by BCP 47.',
    schema: { type: 'string', maxLength: 35 },
    example: 'pt-BR',
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
  endpoint: Pick<EndpointDescription, 'parameters' | 'writerParameters'> &
    Partial<Pick<WriteDescription, 'refusals'>>,
  { method, mount }: Pick<Place, 'method' | 'mount'>,
): (OperationParameter | Reference)[] {
  const { parameters, writerParameters = parameters, refusals = [] } = endpoint;
  const declared = mount.writable ? writerParameters.declared : parameters.declared;
  return [
    ...pathParameters(pattern, PATH_PARAMETERS),
    ...declared.map((parameter) =>
      isShared(parameter) ? parameterReference(parameter.name) : queryParameter(parameter),
    ),
    ...(method === 'get' ? [parameterReference(IF_NONE_MATCH.name)] : []),
    ...(refusals.includes('precondition-failed') ? [parameterReference(IF_MATCH.name)] : []),
  ];
}

export function sharedParameters(apis: readonly MountedApi[]): Record<string, OperationParameter> {
  const endpoints = apis.flatMap(({ routes }) =>
    Object.values(routes).flatMap((operations) => METHODS.map((method) => operations[method])),
  );
  const declared = endpoints.flatMap((endpoint) => endpoint?.parameters.declared ?? []);
  return parameterComponents([...declared.filter(isShared).map(queryParameter), IF_NONE_MATCH, IF_MATCH]);
}

/** The same for all types, unlike `sort` and `include`. */
function isShared(parameter: Parameter): boolean {
  return [LANGUAGE_PARAMETER, ...PAGE_PARAMETERS, ...FIELDS_PARAMETERS].includes(parameter);
}
