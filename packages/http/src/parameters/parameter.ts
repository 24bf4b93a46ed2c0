import type { SchemaObject } from 'ajv';

/**
 * A JSON Schema (2020-12) of what one query parameter can hold: text, a whole number, or a list of words with commas
 * between them (OpenAPI 3.1: `style: form`, `explode: false`). Where a pattern judges, `description` completes
 * "must be …".
 */
export interface ParameterSchema extends SchemaObject {
  readonly type: 'string' | 'integer' | 'array';
}

/** One query parameter: the same words say what is taken and what is documented. */
export interface Parameter {
  readonly name: string;
  /** CommonMark, for readers of the documentation. */
  readonly description: string;
  readonly schema: ParameterSchema;
  /** A value as it is sent, decoded. */
  readonly example?: string;
}

/** What was sent of the declared parameters, each as its schema has it. */
export interface ParameterValues {
  text(name: string): string | undefined;
  integer(name: string): number | undefined;
  list(name: string): readonly string[] | undefined;
}
