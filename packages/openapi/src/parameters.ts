import type { Parameter } from '@guidepost/http';
import type { OperationParameter, Reference } from './document.ts';
import { reference } from './references.ts';

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
