import type { SchemaObject } from 'ajv';

/**
 * The JSON Schema (2020-12) of a query parameter: text, an integer, or a comma-separated list (OpenAPI 3.1: `style:
 * form`, `explode: false`). With a pattern, `description` completes "must be …".
 */
export interface ParameterSchema extends SchemaObject {
  readonly type: 'string' | 'integer' | 'array';
}

/** A query parameter, for validation and documentation. */
export interface Parameter {
  readonly name: string;
  readonly description: string;
  readonly schema: ParameterSchema;
  readonly example?: string;
}

/** Values of the declared parameters, typed by their schemas. */
export interface ParameterValues {
  text(name: string): string | undefined;
  integer(name: string): number | undefined;
  list(name: string): readonly string[] | undefined;
}
