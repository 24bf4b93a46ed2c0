import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Query } from '../query/query.ts';
import { invalidParameter } from '../query/query.ts';
import { rejectUnknown } from '../query/reject-unknown.ts';
import { describeMistake } from './describe-mistake.ts';
import type { Parameter, ParameterSchema, ParameterValues } from './parameter.ts';

/** Judges the query parameters of one endpoint. */
export interface ParameterReader {
  readonly declared: readonly Parameter[];
  /**
   * Throws AppError `invalid`, naming the parameter, for a value that its schema refuses and for what
   * `rejectUnknown` refuses.
   */
  read(query: Query): ParameterValues;
  /** What is asked for, defaults included: the same text for requests that ask for the same in other words. */
  keyOf(values: ParameterValues): string;
}

interface Rule {
  readonly parameter: Parameter;
  readonly isValid: ValidateFunction;
}

const DECIMAL_DIGITS = /^[0-9]+$/;
const NOTHING_SENT = createValues(new Map());
const ajv = new Ajv2020();

/** What becomes of parameters that are not declared. */
export interface UndeclaredParameters {
  /** Of these any member is taken and, unless it is declared, ignored: with `fields`, every `fields[…]`. */
  readonly families?: readonly string[];
  /** Ignores all of them, whatever `rejectUnknown` would say. */
  readonly ignored?: boolean;
  /** Refuses these nevertheless: what others of a family of endpoints take, and this one cannot. */
  readonly refused?: readonly string[];
}

/** Makes the reader of an endpoint's parameters; schemas are compiled here, once. */
export function declareParameters(
  declared: readonly Parameter[],
  { families = [], ignored = false, refused = [] }: UndeclaredParameters = {},
): ParameterReader {
  const rules = new Map<string, Rule>(
    declared.map((parameter) => [parameter.name, { parameter, isValid: ajv.compile(parameter.schema) }]),
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
      if (unwanted) throw invalidParameter(unwanted, `${unwanted} cannot be chosen here.`);
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

function readValue({ parameter, isValid }: Rule, text: string): unknown {
  const value = deserialize(text, parameter.schema);
  if (isValid(value)) {
    return value;
  }
  throw invalidParameter(parameter.name, describeMistake(parameter, value, isValid.errors?.[0]));
}

/**
 * Text as the type that its schema asks for. Whole numbers are written with decimal digits only (no sign, exponent or
 * white space); what is no number stays text, so that the schema refuses it. White space around words is nobody's.
 */
function deserialize(text: string, { type }: ParameterSchema): unknown {
  if (type === 'integer') {
    // Digits beyond 2⁵³ round to a number that is out of any range of ours, or to Infinity.
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
