import { Ajv, type ErrorObject, type SchemaObject, type ValidateFunction } from 'ajv';
import { innerName, invalidParameter, type Query } from './query.ts';

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

const LONGEST_WORD = 100;

const RESERVED_STEM = /^[a-z]+$/;

export interface ParameterReader {
  readonly declared: readonly Parameter[];
  /** @throws AppError `invalid` naming the parameter, for an invalid value and as `rejectUnknown` does */
  read(query: Query): ParameterValues;
  /** A canonical key: equal for equivalent parameters, defaults included. */
  keyOf(values: ParameterValues): string;
}

interface Rule {
  readonly parameter: Parameter;
  /** Compiled when it is first needed: together they would take a fifth of a second of each start. */
  validate(): ValidateFunction;
}

const DECIMAL_DIGITS = /^[0-9]+$/;
const NOTHING_SENT = createValues(new Map());
// Compiling finds mistakes in our schemas.
const ajv = new Ajv({ validateSchema: false });

/** How to treat parameters that are not declared. */
export interface UndeclaredParameters {
  /** Families whose undeclared members are ignored: `fields` stands for every `fields[…]`. */
  readonly families?: readonly string[];
  /** Ignores all of them, whatever `rejectUnknown` would refuse. */
  readonly ignored?: boolean;
  /** Refused even so: parameters that related endpoints support. */
  readonly refused?: readonly string[];
}

/** Creates the reader of an endpoint's parameters. */
export function declareParameters(
  declared: readonly Parameter[],
  { families = [], ignored = false, refused = [] }: UndeclaredParameters = {},
): ParameterReader {
  const rules = new Map<string, Rule>(
    declared.map((parameter) => [
      parameter.name,
      // Ajv keeps what it compiled, by the schema's object.
      { parameter, validate: () => ajv.compile(parameter.schema) },
    ]),
  );
  const known = [...rules.keys(), ...families.map((family) => `${family}[]`)];
  return {
    declared,
    read(query) {
      if (query.isEmpty) {
        return NOTHING_SENT;
      }
      if (!ignored) rejectUnknown(query, known);
      const unwanted = refused.find((name) => query.first(name) !== undefined);
      if (unwanted) throw invalidParameter(unwanted, `${unwanted} is not supported here.`);
      return createValues(readValues(query, rules));
    },
    keyOf: (values) => JSON.stringify(declared.map((parameter) => effectiveValue(parameter, values) ?? null)),
  };
}

function effectiveValue({ name, schema }: Parameter, values: ParameterValues): unknown {
  return values.text(name) ?? schema.default;
}

function readValues(query: Query, rules: ReadonlyMap<string, Rule>): Map<string, unknown> {
  const values = new Map<string, unknown>();
  for (const [name, text] of query.entries()) {
    const rule = rules.get(name);
    if (rule) {
      values.set(name, readValue(rule, text));
    }
  }
  return values;
}

function readValue({ parameter, validate }: Rule, text: string): unknown {
  const isValid = validate();
  const value = deserialize(text, parameter.schema);
  if (isValid(value)) {
    return value;
  }
  throw invalidParameter(parameter.name, describeMistake(parameter, value, isValid.errors?.[0]));
}

/** Integers are decimal digits only; other text is left for the schema to refuse. */
function deserialize(text: string, { type }: ParameterSchema): unknown {
  if (type === 'integer') {
    // Digits beyond 2⁵³ round to a number that is out of range, or to Infinity.
    return DECIMAL_DIGITS.test(text) ? Number(text) : text;
  }
  if (type === 'array') {
    return text === '' ? [] : text.split(',').map((word) => word.trim());
  }
  return text;
}

function createValues(values: ReadonlyMap<string, unknown>): ParameterValues {
  return {
    text: (name) => values.get(name) as string | undefined,
    integer: (name) => values.get(name) as number | undefined,
    list: (name) => values.get(name) as string[] | undefined,
  };
}

/**
 * Throws AppError `invalid`, naming the parameter, for a reserved name that is not among `known`. JSON:API 1.1 reserves
 * names whose part before `[` is all a–z; others are ignored. `known` holds names (`include`, `filter[tag]`) and
 * families (`fields[]` for any `fields[inner]`).
 */
export function rejectUnknown(query: Query, known: readonly string[]): void {
  for (const [name] of query.entries()) {
    if (!known.includes(name) && isReserved(name, known)) {
      throw invalidParameter(name, 'This query parameter is not supported here.');
    }
  }
}

function isReserved(name: string, known: readonly string[]): boolean {
  const bracket = name.indexOf('[');
  const stem = bracket === -1 ? name : name.slice(0, bracket);
  const isOfKnownFamily = known.includes(`${stem}[]`) && innerName(name, stem) !== undefined;
  return RESERVED_STEM.test(stem) && !isOfKnownFamily;
}

/** Explains to the client why a value is invalid: what is allowed, and which word is wrong. */
function describeMistake(
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
