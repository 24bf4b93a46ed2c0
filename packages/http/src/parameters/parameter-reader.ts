import { Ajv, type ValidateFunction } from 'ajv';
import type { Query } from '../query/query.ts';
import { invalidParameter } from '../query/query.ts';
import { rejectUnknown } from '../query/reject-unknown.ts';
import { describeMistake } from './describe-mistake.ts';
import type { Parameter, ParameterSchema, ParameterValues } from './parameter.ts';

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
