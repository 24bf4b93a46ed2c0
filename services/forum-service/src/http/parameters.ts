import { declareParameters, type Parameter, type ParameterReader, type Query } from '@guidepost/http';
import { AppError } from '@guidepost/service-kit';
import type { Slice } from '../model/slice.ts';
import type { Format } from './formats/format.ts';
import { isCallbackName } from './formats/jsonp.ts';

const LARGEST_LIMIT = 1_000;
const DEFAULT_LIMIT = 50;

export const CALLBACK: Parameter = {
  name: 'callback',
  description: 'JSONP: the function to call with the result. JSON only.',
  schema: { type: 'string', maxLength: 128 },
  example: 'showDialogs',
};

export const KEY: Parameter = {
  name: 'key',
  description: 'An access key. Prefer `Authorization: Bearer …`, since addresses are written to logs.',
  schema: { type: 'string' },
};

export const PAGE: readonly Parameter[] = [
  {
    name: 'start',
    description: 'How many records to skip. Past the end the list is empty.',
    schema: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 0 },
    example: '50',
  },
  {
    name: 'limit',
    description: 'Maximum number of records.',
    schema: { type: 'integer', minimum: 0, maximum: LARGEST_LIMIT, default: DEFAULT_LIMIT },
    example: '10',
  },
];

/** Adds the parameters of every read; unknown ones, such as cache busters, are ignored. */
export function readParameters(
  own: readonly Parameter[] = [],
  refused: readonly string[] = [],
): ParameterReader {
  return declareParameters([...own, CALLBACK, KEY], { ignored: true, refused });
}

/** Adds the parameters of every list; one that does not declare `sort` refuses it. */
export function listParameters(own: readonly Parameter[]): ParameterReader {
  const sorts = own.some(({ name }) => name === 'sort');
  return readParameters([...own, ...PAGE], sorts ? [] : ['sort']);
}

export function sliceOf(parameters: ReturnType<ParameterReader['read']>): Slice {
  return {
    start: parameters.integer('start') ?? 0,
    limit: parameters.integer('limit') ?? DEFAULT_LIMIT,
  };
}

/** The JSONP callback, if any. @throws AppError `invalid` for an invalid name, a repeated parameter, and with XML */
export function readCallback(query: Query, format: Format): string | undefined {
  const name = query.first('callback');
  if (name === undefined) return undefined;
  const wrong = (message: string) => new AppError('invalid', message, { source: { parameter: 'callback' } });
  if (format !== 'json') throw wrong('callback works with .json only.');
  if (query.isRepeated('callback')) throw wrong('callback must not be repeated.');
  if (!isCallbackName(name)) throw wrong('callback must be a function name.');
  return name;
}
