import { Ajv, type ErrorObject, type SchemaObject } from 'ajv';
import addFormats from 'ajv-formats';
import { AppError } from '../errors/app-error.ts';

/** What one environment variable holds: a JSON Schema with what the table in the README says of it. */
export interface VariableSchema extends SchemaObject {
  description: string;
  /** Never shown, neither by `--check-config` nor in an error. */
  secret?: boolean;
}

/** The variables of one process, by name. */
export interface EnvironmentSchema {
  variables: Record<string, VariableSchema>;
  required?: readonly string[];
}

export type Environment = Record<string, string | undefined>;

const MASK = '********';

/**
 * Reads and checks the variables that the schema names; `'4010'` becomes 4010 where a number is asked for and
 * an empty string counts as not set.
 *
 * @throws AppError `invalid` whose one-line message begins with the name of the variable
 */
export function readEnvironment<T>(schema: EnvironmentSchema, environment: Environment): T {
  const values: Record<string, unknown> = {};
  for (const name of Object.keys(schema.variables)) {
    if (environment[name]) values[name] = environment[name];
  }
  const ajv = new Ajv({ coerceTypes: true, useDefaults: true, keywords: ['secret'] });
  addFormats.default(ajv);
  // Beside its syntax, which is all that `uri` looks at, that it leads somewhere: there is no port 99999.
  ajv.addFormat('address', URL.canParse);
  const validate = ajv.compile<T>({
    type: 'object',
    properties: schema.variables,
    required: schema.required ?? [],
  });
  if (validate(values)) return values;
  throw new AppError('invalid', describeMistake(schema, validate.errors?.[0], environment));
}

/** One `NAME=value` a line, secrets masked, for `--check-config`. */
export function describeEnvironment(schema: EnvironmentSchema, values: object): string[] {
  const byName = values as Record<string, unknown>;
  return Object.entries(schema.variables).map(([name, variable]) => {
    const value = byName[name];
    if (value === undefined) return `${name} is not set`;
    return `${name}=${variable.secret ? MASK : maskPassword(String(value))}`;
  });
}

function describeMistake(
  schema: EnvironmentSchema,
  error: ErrorObject | undefined,
  environment: Environment,
): string {
  if (error?.keyword === 'required') {
    const name = String(error.params.missingProperty);
    return `${name} is not set: ${schema.variables[name]?.description ?? 'it is needed'}`;
  }
  const name = error?.instancePath.slice(1).split('/')[0] ?? '';
  const shown = schema.variables[name]?.secret
    ? ''
    : `, not "${maskPassword(environment[name] ?? '').slice(0, 200)}"`;
  const allowed =
    error?.keyword === 'enum' ? `: ${(error.params.allowedValues as unknown[]).join(', ')}` : '';
  return `${name} ${error?.message ?? 'is not valid'}${allowed}${shown}`;
}

/** The password in an address such as `postgres://user:secret@host/name`. */
function maskPassword(value: string): string {
  return value
    .replace(/(:\/\/[^:@/?#]*:)[^@/?#]*@/g, `$1${MASK}@`)
    .replace(/([?&]password=)[^&]*/g, `$1${MASK}`);
}
