import type { ErrorObject } from 'ajv';
import type { Parameter, ParameterSchema } from './parameter.ts';

const LONGEST_WORD = 100;

/** Explains to the client why a value is invalid: what is allowed, and which word is wrong. */
export function describeMistake(
  { name, schema }: Parameter,
  value: unknown,
  error: Pick<ErrorObject, 'instancePath' | 'keyword' | 'message'> | undefined,
): string {
  if (schema.type === 'integer') {
    return `${name} must be a whole number from ${schema.minimum} to ${schema.maximum}.`;
  }
  const [word, wordSchema] = blamedWord(value, schema, error?.instancePath ?? '');
  const quoted = JSON.stringify(String(word).slice(0, LONGEST_WORD).toWellFormed());
  switch (error?.keyword) {
    case 'enum':
      return `${quoted} is not known to ${name}; there are ${(wordSchema.enum as string[]).join(', ')}.`;
    case 'pattern':
      return `${quoted} must be ${wordSchema.description}.`;
    case 'maxLength':
      return `${name} may have at most ${schema.maxLength} characters.`;
    default:
      return `${name} ${error?.message ?? 'is not valid'}.`;
  }
}

/** The value or, for an error within a list (`/2`), that word. */
function blamedWord(value: unknown, schema: ParameterSchema, path: string): [unknown, ParameterSchema] {
  if (!Array.isArray(value) || path === '') {
    return [value, schema];
  }
  return [value[Number(path.slice(1))], schema.items as ParameterSchema];
}
