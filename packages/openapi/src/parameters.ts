import type { Parameter } from '@guidepost/http';
import type { OperationParameter, Reference } from './document.ts';
import { reference } from './references.ts';

/** What every read takes whose answer carries an entity tag. */
export const IF_NONE_MATCH: OperationParameter = {
  name: 'If-None-Match',
  in: 'header',
  description:
    'Entity tags of earlier answers: when one of them still holds, the answer is a 304 without body.',
  schema: { type: 'string' },
};

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

function typed(example: string, type: string): string | number {
  return type === 'integer' ? Number(example) : example;
}

/** What many operations share, for the document's components. */
export function parameterComponents(
  parameters: readonly OperationParameter[],
): Record<string, OperationParameter> {
  return Object.fromEntries(parameters.map((parameter) => [componentName(parameter.name), parameter]));
}

/** Refers to one of the shared parameters by its own name. */
export function parameterReference(name: string): Reference {
  return reference('parameters', componentName(name));
}

/** `page[size]` → `page-size`: brackets may not stand in the name of a component. */
function componentName(name: string): string {
  return name.toLowerCase().replace('[', '-').replace(']', '');
}
