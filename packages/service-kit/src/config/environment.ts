import { Ajv, type ErrorObject, type SchemaObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { AppError } from '../errors/app-error.ts';

/** Shown for what is secret. */
const MASK = '********';

/** A variable's JSON Schema and its description for the documentation. */
export interface VariableSchema extends SchemaObject {
  description: string;
  /** Hidden in `--check-config` and in errors. */
  secret?: boolean;
}

export interface EnvironmentSchema {
  variables: Record<string, VariableSchema>;
  required?: readonly string[];
}

export type Environment = Record<string, string | undefined>;

/**
 * Reads and validates environment variables; numbers are converted, and an empty string counts as not set.
 * @throws AppError `invalid`, one line that begins with the variable's name
 */
export function readEnvironment<T>(schema: EnvironmentSchema, environment: Environment): T {
  const values: Record<string, unknown> = {};
  for (const name of Object.keys(schema.variables)) {
    if (environment[name]) values[name] = environment[name];
  }
  const validate = validatorOf(schema);
  if (validate(values)) return values as T;
  throw new AppError('invalid', describeMistake(schema, validate.errors?.[0], environment));
}

/** Kept, since compiling is most of the time that reading takes, and tests start hundreds of services. */
const validators = new WeakMap<EnvironmentSchema, ValidateFunction>();

function validatorOf(schema: EnvironmentSchema): ValidateFunction {
  const validate = validators.get(schema) ?? compile(schema);
  validators.set(schema, validate);
  return validate;
}

function compile(schema: EnvironmentSchema): ValidateFunction {
  const ajv = new Ajv({
    coerceTypes: true,
    useDefaults: true,
    keywords: ['secret'],
    // Compiling finds mistakes in our schemas; to validate them first would take 80 ms of each start.
    validateSchema: false,
  });
  addFormats.default(ajv);
  // Unlike `uri`, which checks only syntax, this rejects port 99999.
  ajv.addFormat('address', URL.canParse);
  return ajv.compile({
    type: 'object',
    properties: schema.variables,
    required: schema.required ?? [],
  });
}

/** Set variables that begin as the service's own do and are none of them: most likely misspelt. */
export function listUnknownVariables(
  { variables }: EnvironmentSchema,
  environment: Environment,
  prefix: string,
): string[] {
  return Object.keys(environment)
    .filter((name) => name.startsWith(prefix) && environment[name] && !Object.hasOwn(variables, name))
    .sort();
}

/** One `NAME=value` per line with secrets masked, for `--check-config`. */
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
    return `${name} is not set: ${schema.variables[name]?.description ?? 'it is required'}`;
  }
  const name = error?.instancePath.slice(1).split('/')[0] ?? '';
  const { secret, description = '' } = schema.variables[name] ?? {};
  const rule = error && describeRule(error);
  const shown = secret ? '' : `"${maskPassword(environment[name] ?? '').slice(0, 200)}"`;
  if (rule) return `${name} must ${rule}${shown && `, not ${shown}`}`;
  return `${name} is not valid${shown && `, ${shown}`}: ${description}`;
}

/** Undefined for patterns and formats, of which the variable's description has an example. */
function describeRule({ keyword, params }: ErrorObject): string | undefined {
  switch (keyword) {
    case 'type':
      return params.type === 'integer' ? 'be a whole number' : `be a ${params.type}`;
    case 'minimum':
      return `be at least ${params.limit}`;
    case 'maximum':
      return `be at most ${params.limit}`;
    case 'minLength':
      return `have at least ${params.limit} characters`;
    case 'maxLength':
      return `have at most ${params.limit} characters`;
    case 'enum':
      return `be one of ${params.allowedValues.join(', ')}`;
    default:
      return undefined;
  }
}

/** Masks the password in a URL such as `postgres://user:secret@host/name`, also where it is not a valid one. */
export function maskPassword(value: string): string {
  return value
    .replace(/(^[^:@/?#\s]*:(?!\/\/)|:\/\/[^:@/?#\s]*:)[^,]*@/g, `$1${MASK}@`)
    .replace(/([?&]password=)[^&]*/g, `$1${MASK}`);
}
